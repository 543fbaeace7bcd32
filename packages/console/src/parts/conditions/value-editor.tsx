import { conditions } from '../../text/conditions.ts'
import { Combobox } from '../combobox.tsx'
import { Chips } from './chips.tsx'
import { useSources } from './condition-sources.ts'
import { type PropertyFilter, VALUE_KINDS, valuesOf } from './condition-types.ts'
import { DateEditor } from './date-editor.tsx'

interface Props {
  readonly filter: PropertyFilter
  readonly wrong: boolean
  readonly onChange: (filter: PropertyFilter) => void
}

/** What a filter compares with, edited as its operator wants it. */
export function ValueEditor({ filter, wrong, onChange }: Props) {
  const kind = VALUE_KINDS[filter.operator ?? 'exact']
  const change = (value: PropertyFilter['value']) => onChange({ ...filter, value })
  const [text = ''] = valuesOf(filter)
  if (filter.type === 'cohort') return <CohortValue filter={filter} wrong={wrong} onChange={onChange} />
  if (filter.type === 'flag') return <FlagValue filter={filter} onChange={change} />
  switch (kind) {
    case 'none':
    case 'reference':
      return null
    case 'list':
      return <Chips label={conditions.values} values={valuesOf(filter)} wrong={wrong} onChange={change} />
    case 'date':
      return <DateEditor text={text} onChange={change} />
    default:
      return (
        <input
          class={`input ${kind === 'pattern' ? 'mono' : ''}`}
          aria-label={conditions.value}
          aria-invalid={wrong}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          placeholder={{ number: conditions.numberHint, version: conditions.versionHint, text: '', pattern: '' }[kind]}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )
  }
}

function CohortValue({ filter, wrong, onChange }: Props) {
  const { cohorts, names } = useSources()
  const shown = names.cohorts?.[String(filter.value)] ?? filter.cohort_name ?? valuesOf(filter)[0] ?? ''
  return (
    <Combobox
      label={conditions.cohort}
      text={shown}
      options={cohorts}
      placeholder={conditions.chooseCohort}
      wrong={wrong}
      onChoose={(id) => onChange({ ...filter, value: Number(id) })}
    />
  )
}

function FlagValue({
  filter,
  onChange,
}: {
  readonly filter: PropertyFilter
  readonly onChange: (value: boolean | string) => void
}) {
  const shown = filter.value === true ? conditions.on : filter.value === false ? conditions.off : String(filter.value)
  return (
    <Combobox
      label={conditions.value}
      text={shown}
      options={[
        { value: 'true', label: conditions.on },
        { value: 'false', label: conditions.off },
      ]}
      free
      onChoose={(chosen) => onChange(chosen === 'true' ? true : chosen === 'false' ? false : chosen)}
    />
  )
}
