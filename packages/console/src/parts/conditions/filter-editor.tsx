import { useId } from 'preact/hooks'
import { conditions, operatorGroups, operatorNames } from '../../text/conditions.ts'
import { Combobox } from '../combobox.tsx'
import { unfinishedFilter, wrongWithFilter } from './check-filter.ts'
import { useSources } from './condition-sources.ts'
import {
  GROUP_KEY_OPERATORS,
  OPERATORS_BY_KIND,
  type Operator,
  type PropertyFilter,
  type PropertyKind,
  VALUE_KINDS,
  valuesOf,
} from './condition-types.ts'
import { PatternBox } from './pattern-box.tsx'
import { ValueEditor } from './value-editor.tsx'

interface Props {
  readonly filter: PropertyFilter
  /** From 1. */
  readonly position: number
  /** What is wrong with it, also what it lacks, where that is to be told. */
  readonly wrong: string | undefined
  /** The kinds that may be asked about here. */
  readonly types: readonly PropertyFilter['type'][]
  readonly onChange: (filter: PropertyFilter) => void
  readonly onRemove: () => void
}

/** One filter: what it asks about, how, and what it compares with. */
export function FilterEditor({ filter, position, wrong, types, onChange, onRemove }: Props) {
  const id = useId()
  const operator = filter.operator ?? 'exact'
  const unfinished = unfinishedFilter(filter)
  const problem = unfinished ?? wrong ?? wrongWithFilter(filter)
  const isUnfinished = unfinished !== undefined && wrong === undefined
  const isWrong = problem !== undefined && !isUnfinished
  const lacksSubject = filter.key === ''
  return (
    <fieldset class="filter" aria-label={conditions.filter(position)} aria-describedby={id}>
      {types.length > 1 && (
        <select
          class="input"
          aria-label={conditions.kind}
          value={filter.type}
          onChange={({ currentTarget }) => onChange(blankFilter(currentTarget.value as PropertyFilter['type']))} // an option
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {KIND_NAMES[type]}
            </option>
          ))}
        </select>
      )}
      <Subject filter={filter} wrong={isWrong && lacksSubject} onChange={onChange} />
      <OperatorSelect filter={filter} onChange={onChange} />
      <div class="filter-value">
        <ValueEditor filter={filter} wrong={isWrong && !lacksSubject} onChange={onChange} />
      </div>
      <button
        type="button"
        class="button plain icon quiet"
        aria-label={conditions.removeFilter(position)}
        onClick={onRemove}
      >
        ×
      </button>
      <p id={id} class={isUnfinished ? 'quiet small' : 'wrong'} hidden={problem === undefined}>
        {problem}
      </p>
      {VALUE_KINDS[operator] === 'pattern' && unfinished === undefined && (
        <PatternBox pattern={valuesOf(filter)[0] ?? ''} negated={operator === 'not_regex'} />
      )}
    </fieldset>
  )
}

const KIND_NAMES: Readonly<Record<PropertyFilter['type'], string>> = {
  person: conditions.person,
  person_metadata: conditions.person,
  group: conditions.person,
  cohort: conditions.cohort,
  flag: conditions.flag,
}

/** A filter that nothing is said in yet. */
export function blankFilter(type: PropertyFilter['type'], groupType?: number | null): PropertyFilter {
  if (type === 'cohort') return { key: 'id', type, operator: 'in' }
  if (type === 'flag') return { key: '', type, operator: 'flag_evaluates_to', value: true }
  if (type === 'group' && groupType != null) {
    return { key: '', type, operator: 'exact', value: [], group_type_index: groupType }
  }
  return { key: '', type, operator: 'exact', value: [] }
}

type PartProps = Pick<Props, 'filter' | 'onChange'>

function Subject({ filter, wrong, onChange }: PartProps & { readonly wrong: boolean }) {
  const { properties, flags, names } = useSources()
  if (filter.type === 'cohort') return null
  if (filter.type === 'flag') {
    return (
      <Combobox
        label={conditions.flag}
        text={names.flags?.[filter.key] ?? filter.label ?? filter.key}
        options={flags}
        placeholder={conditions.chooseFlag}
        wrong={wrong}
        onChoose={(key) => onChange({ ...filter, key })}
      />
    )
  }
  const known = filter.type === 'group' ? [['$group_key', 'text']] : [...properties]
  return (
    <Combobox
      label={conditions.property}
      text={filter.key}
      options={known.map(([value = '', hint = '']) => ({ value, label: value, hint }))}
      placeholder={conditions.propertyHint}
      wrong={wrong}
      free
      onChoose={(key) => onChange({ ...filter, key, ...firstOperator(filter, properties.get(key)) })}
    />
  )
}

/** A property that is known to hold versions is first asked about as one. */
function firstOperator(filter: PropertyFilter, kind: PropertyKind | undefined): Partial<PropertyFilter> {
  const isUntouched = filter.key === '' && valuesOf(filter).length === 0
  if (!isUntouched || kind === undefined || kind === 'text') return {}
  return { operator: OPERATORS_BY_KIND[kind][0], value: kind === 'date' ? '-7d' : '' }
}

function OperatorSelect({ filter, onChange }: PartProps) {
  const { properties } = useSources()
  if (filter.type === 'flag') return <span class="quiet">{operatorNames.flag_evaluates_to}</span>
  const operator = filter.operator ?? 'exact'
  const kind = properties.get(filter.key) ?? 'text'
  const kinds = [kind, ...KINDS.filter((other) => other !== kind)]
  return (
    <select
      class="input"
      aria-label={conditions.operator}
      value={operator}
      onChange={({ currentTarget }) => onChange(withOperator(filter, currentTarget.value as Operator))} // an option
    >
      {!(operator in operatorNames) && <option value={operator}>{operator}</option>}
      {filter.type === 'cohort' && options(['in', 'not_in'])}
      {filter.key === '$group_key' && options(GROUP_KEY_OPERATORS)}
      {filter.type !== 'cohort' &&
        filter.key !== '$group_key' &&
        kinds.map((each) => (
          <optgroup key={each} label={operatorGroups[each]}>
            {options(OPERATORS_BY_KIND[each])}
          </optgroup>
        ))}
    </select>
  )
}

const KINDS = Object.keys(OPERATORS_BY_KIND) as PropertyKind[] // a literal, which has no other keys

const options = (operators: readonly Operator[]) =>
  operators.map((each) => (
    <option key={each} value={each}>
      {operatorNames[each]}
    </option>
  ))

/** The same filter asked otherwise: what it compares with is kept as far as the operator takes it. */
function withOperator(filter: PropertyFilter, operator: Operator): PropertyFilter {
  const values = valuesOf(filter)
  const kind = VALUE_KINDS[operator]
  if (kind === 'reference') return { ...filter, operator }
  if (kind === 'none') return { ...filter, operator, value: operator }
  const kept = VALUE_KINDS[filter.operator ?? 'exact'] === 'none' ? [] : values
  if (kind === 'list') return { ...filter, operator, value: kept.filter((value) => value !== '') }
  return { ...filter, operator, value: kept[0] ?? (kind === 'date' ? '-7d' : '') }
}
