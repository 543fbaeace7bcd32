import { useId, useState } from 'preact/hooks'
import { conditions, operatorGroups, operatorNames } from '../../text/conditions.ts'
import { isolate } from '../../text/isolate.ts'
import { Combobox } from '../combobox.tsx'
import { ownValue } from '../own-value.ts'
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
import { isUnknownProperty, NO_PROPERTIES } from './known-properties.ts'
import { nearestName } from './nearest-name.ts'
import { PatternBox } from './pattern-box.tsx'
import { useFlagOptions } from './searched-options.ts'
import { ValueEditor } from './value-editor.tsx'

interface Props {
  readonly filter: PropertyFilter
  /** Starts at 1. */
  readonly position: number
  /** Its error, once it should be shown. The error may be that a value is missing. */
  readonly wrong: string | undefined
  /** The types that can be chosen here. */
  readonly types: readonly PropertyFilter['type'][]
  readonly onChange: (filter: PropertyFilter) => void
  readonly onRemove: () => void
}

/** Edits one filter: the property, cohort or flag, the operator and the value. */
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
      <div class="filter-end">
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
      </div>
      <p id={id} class={isUnfinished ? 'quiet small' : 'wrong'} hidden={problem === undefined}>
        {problem}
      </p>
      <Doubt filter={filter} onChange={onChange} />
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

/** Returns a filter without a subject and a value. */
export function blankFilter(type: PropertyFilter['type'], groupType?: number | null): PropertyFilter {
  if (type === 'cohort') return { key: 'id', type, operator: 'in' }
  if (type === 'flag') return { key: '', type, operator: 'flag_evaluates_to', value: true }
  if (type === 'group' && groupType != null) {
    return { key: '', type, operator: 'exact', value: [], group_type_index: groupType }
  }
  return { key: '', type, operator: 'exact', value: [] }
}

type PartProps = Pick<Props, 'filter' | 'onChange'>

function Subject(props: PartProps & { readonly wrong: boolean }) {
  if (props.filter.type === 'cohort') return null
  return props.filter.type === 'flag' ? <FlagSubject {...props} /> : <PropertySubject {...props} />
}

function FlagSubject({ filter, wrong, onChange }: PartProps & { readonly wrong: boolean }) {
  const { names, flagId, remember } = useSources()
  const [typed, setTyped] = useState<string>()
  const { options, isSearching } = useFlagOptions(typed, flagId)
  return (
    <Combobox
      label={conditions.flag}
      text={ownValue(names.flags, filter.key) ?? filter.label ?? filter.key}
      options={options}
      placeholder={conditions.chooseFlag}
      wrong={wrong}
      onType={setTyped}
      isSearching={isSearching}
      onChoose={(key) => {
        remember('flags', key, options.find(({ value }) => value === key)?.label ?? key)
        onChange({ ...filter, key })
      }}
    />
  )
}

const GROUP_KEY = '$group_key'

function PropertySubject({ filter, wrong, onChange }: PartProps & { readonly wrong: boolean }) {
  const { properties, groupType } = useProperties(filter)
  const ofKey = { value: GROUP_KEY, label: conditions.groupKey(groupType) }
  const known = [...properties.kinds].map(([key, hint]) => ({ value: key, label: key, hint }))
  return (
    <Combobox
      label={conditions.property}
      text={filter.key === GROUP_KEY ? ofKey.label : filter.key}
      options={filter.type === 'group' ? [ofKey, ...known] : known}
      placeholder={conditions.propertyHint}
      wrong={wrong}
      free
      onChoose={(key) => onChange({ ...filter, key, ...firstOperator(filter, properties.kinds.get(key)) })}
    />
  )
}

/** Returns the known properties of the users or groups that a filter matches. */
function useProperties({ type, group_type_index: index }: PropertyFilter) {
  const { properties, groupProperties, groupTypes } = useSources()
  if (type !== 'group' || index == null) return { properties, groupType: conditions.group }
  const name = groupTypes.find((each) => each.index === index)?.name
  return { properties: groupProperties.get(index) ?? NO_PROPERTIES, groupType: name ?? conditions.group }
}

/** Warns about a property that no stored user or group has: it may be mistyped. The flag can still be saved. */
function Doubt({ filter, onChange }: PartProps) {
  const { properties, groupType } = useProperties(filter)
  const { key, type } = filter
  const isProperty = (type === 'person' || type === 'group') && key !== '' && key !== GROUP_KEY
  if (!isProperty || !isUnknownProperty(key, properties)) return null
  const near = nearestName(key, [...properties.kinds.keys()])
  return (
    <p class="doubt small">
      {type === 'group' ? conditions.unknownGroupProperty(key, groupType) : conditions.unknownProperty(key)}
      {near !== undefined && (
        <>
          {` ${conditions.didYouMean} `}
          <button
            type="button"
            class="button link"
            aria-label={conditions.useProperty(near)}
            onClick={() => onChange({ ...filter, key: near })}
          >
            {isolate(near)}
          </button>
          ?
        </>
      )}
    </p>
  )
}

/** Returns an operator for versions if the values of the property are versions. */
function firstOperator(filter: PropertyFilter, kind: PropertyKind | undefined): Partial<PropertyFilter> {
  const isUntouched = filter.key === '' && valuesOf(filter).length === 0
  if (!isUntouched || kind === undefined || kind === 'text') return {}
  return { operator: OPERATORS_BY_KIND[kind][0], value: kind === 'date' ? '-7d' : '' }
}

function OperatorSelect({ filter, onChange }: PartProps) {
  const { properties } = useProperties(filter)
  if (filter.type === 'flag') return <span class="quiet">{operatorNames.flag_evaluates_to}</span>
  const operator = filter.operator ?? 'exact'
  const kind = properties.kinds.get(filter.key) ?? 'text'
  const kinds = [kind, ...KINDS.filter((other) => other !== kind)]
  return (
    <select
      class="input"
      aria-label={conditions.operator}
      value={operator}
      onChange={({ currentTarget }) => onChange(withOperator(filter, currentTarget.value as Operator))} // an option
    >
      {!Object.hasOwn(operatorNames, operator) && <option value={operator}>{operator}</option>}
      {filter.type === 'cohort' && options(['in', 'not_in'])}
      {filter.key === GROUP_KEY && options(GROUP_KEY_OPERATORS)}
      {filter.type !== 'cohort' &&
        filter.key !== GROUP_KEY &&
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

/** Returns the filter with another operator, and with its value if that operator supports it. */
function withOperator(filter: PropertyFilter, operator: Operator): PropertyFilter {
  const values = valuesOf(filter)
  const kind = VALUE_KINDS[operator]
  if (kind === 'reference') return { ...filter, operator }
  if (kind === 'none') return { ...filter, operator, value: operator }
  const kept = VALUE_KINDS[filter.operator ?? 'exact'] === 'none' ? [] : values
  if (kind === 'list') return { ...filter, operator, value: kept.filter((value) => value !== '') }
  return { ...filter, operator, value: kept[0] ?? (kind === 'date' ? '-7d' : '') }
}
