import { useState } from 'preact/hooks'
import { conditions } from '../../text/conditions.ts'
import { Combobox } from '../combobox.tsx'
import { ownValue } from '../own-value.ts'
import { useSuggestions } from '../suggestions.tsx'
import { Chips } from './chips.tsx'
import { useSources } from './condition-sources.ts'
import { type PropertyFilter, VALUE_KINDS, valuesOf } from './condition-types.ts'
import { DateEditor } from './date-editor.tsx'
import { useCohortOptions } from './searched-options.ts'
import { useValueSuggestions } from './value-suggestions.ts'

interface Props {
  readonly filter: PropertyFilter
  readonly wrong: boolean
  readonly onChange: (filter: PropertyFilter) => void
}

/** Edits the value of a filter in the form that its operator needs. */
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
      return <ListValue filter={filter} wrong={wrong} onChange={change} />
    case 'date':
      return <DateEditor text={text} onChange={change} />
    default:
      return <TextValue filter={filter} kind={kind} wrong={wrong} onChange={change} />
  }
}

interface ValueProps extends Pick<Props, 'filter' | 'wrong'> {
  readonly onChange: (value: PropertyFilter['value']) => void
}

function ListValue({ filter, wrong, onChange }: ValueProps) {
  const { options, onType } = useValueSuggestions(filter)
  return (
    <Chips
      label={conditions.values}
      values={valuesOf(filter)}
      wrong={wrong}
      suggestions={options}
      mayHaveCommas
      onType={onType}
      onChange={onChange}
    />
  )
}

type TextKind = 'number' | 'version' | 'text' | 'pattern'

const PLACEHOLDERS: Readonly<Record<TextKind, string>> = {
  number: conditions.numberHint,
  version: conditions.versionHint,
  text: '',
  pattern: '',
}

function TextValue({ filter, kind, wrong, onChange }: ValueProps & { readonly kind: TextKind }) {
  const [text = ''] = valuesOf(filter)
  const { options, onType } = useValueSuggestions(filter)
  const isSuggested = kind === 'text' || kind === 'version'
  const { open, close, press, attributes, list } = useSuggestions(conditions.value, options, onChange)
  return (
    <div class="combobox">
      <input
        {...(isSuggested && attributes)}
        class={`input ${kind === 'pattern' ? 'mono' : ''}`}
        aria-label={conditions.value}
        aria-invalid={wrong}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        placeholder={PLACEHOLDERS[kind]}
        dir="auto"
        value={text}
        onFocus={() => isSuggested && onType(text)}
        onInput={({ currentTarget: { value } }) => {
          onChange(value)
          if (!isSuggested) return
          open()
          onType(value)
        }}
        onKeyDown={(event) => isSuggested && !event.isComposing && press(event)}
        onBlur={() => {
          close()
          onType(undefined)
        }}
      />
      {isSuggested && list}
    </div>
  )
}

function CohortValue({ filter, wrong, onChange }: Props) {
  const { names, remember } = useSources()
  const [typed, setTyped] = useState<string>()
  const { options, isSearching } = useCohortOptions(typed)
  const shown = ownValue(names.cohorts, String(filter.value)) ?? filter.cohort_name ?? valuesOf(filter)[0] ?? ''
  const choose = (id: string) => {
    const name = options.find(({ value }) => value === id)?.label ?? id
    remember('cohorts', id, name)
    // The name is for display; the API replaces it (FLAG-54).
    onChange({ ...filter, value: Number(id), ...(filter.cohort_name !== undefined && { cohort_name: name }) })
  }
  return (
    <Combobox
      label={conditions.cohort}
      text={shown}
      options={options}
      placeholder={conditions.chooseCohort}
      wrong={wrong}
      onType={setTyped}
      isSearching={isSearching}
      onChoose={choose}
    />
  )
}

function FlagValue({ filter, onChange }: Omit<ValueProps, 'wrong'>) {
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
