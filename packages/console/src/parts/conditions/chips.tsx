import { useState } from 'preact/hooks'
import { conditions } from '../../text/conditions.ts'
import { type ComboboxOption, useSuggestions } from '../suggestions.tsx'
import './chips.css'

interface Props {
  readonly label: string
  readonly values: readonly string[]
  readonly placeholder?: string
  readonly wrong?: boolean
  readonly suggestions?: readonly ComboboxOption[]
  /** Receives what is typed, for suggestions that are searched; undefined once the field is left. */
  readonly onType?: (typed: string | undefined) => void
  readonly onChange: (values: string[]) => void
}

const NONE: readonly ComboboxOption[] = []

/** Several texts: Enter or a comma adds one, Backspace in the empty field removes the last. */
export function Chips(props: Props) {
  const { label, values, placeholder = conditions.addValue, wrong = false, suggestions, onType, onChange } = props
  const [typed, setTyped] = useState('')
  const type = (text: string) => {
    setTyped(text)
    onType?.(text)
  }
  const add = (text: string, separator = /[,\n\t]/) => {
    const added = text
      .split(separator)
      .map((each) => each.trim())
      .filter((each) => each !== '' && !values.includes(each))
    type('')
    if (added.length > 0) onChange([...values, ...new Set(added)])
  }
  const offered = (suggestions ?? NONE).filter(({ value }) => !values.includes(value))
  // A stored value may contain a comma.
  const { open, close, press, attributes, list } = useSuggestions(label, offered, (value) => add(value, /\n/))
  const pressKey = (event: KeyboardEvent) => {
    if (event.isComposing || (suggestions && press(event))) return
    if (event.key === 'Enter' && typed !== '') add(typed)
    else if (event.key === 'Backspace' && typed === '') onChange(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div class="value-chips input combobox">
      {values.map((value) => (
        <span key={value} class="pill">
          <bdi>{value}</bdi>
          <button
            type="button"
            aria-label={conditions.removeValue(value)}
            onClick={() => onChange(values.filter((other) => other !== value))}
          >
            ×
          </button>
        </span>
      ))}
      <input
        {...(suggestions && attributes)}
        aria-label={label}
        aria-invalid={wrong}
        value={typed}
        placeholder={placeholder}
        onFocus={() => onType?.(typed)}
        onInput={({ currentTarget: { value } }) => {
          open()
          if (/[,\n\t]/.test(value)) add(value)
          else type(value)
        }}
        onKeyDown={pressKey}
        onBlur={() => {
          close()
          add(typed)
          onType?.(undefined)
        }}
      />
      {suggestions && list}
    </div>
  )
}
