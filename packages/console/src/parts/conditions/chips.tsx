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
  /** Whether a value may contain commas. If so, only Enter and line breaks add a value (CONSOLE-179). */
  readonly mayHaveCommas?: boolean
  /** Receives the typed text, for suggestions that are searched; undefined once the field loses the focus. */
  readonly onType?: (typed: string | undefined) => void
  readonly onChange: (values: string[]) => void
}

const NONE: readonly ComboboxOption[] = []

/** A field for several texts. Enter or a separator adds one; Backspace in the empty field removes the last one. */
export function Chips(props: Props) {
  const { label, values, placeholder = conditions.addValue, wrong = false, suggestions, onType, onChange } = props
  const separators = props.mayHaveCommas ? /[\n\t]/ : /[,\n\t]/
  const [typed, setTyped] = useState('')
  /** The last added value, if it contains commas. */
  const [joined, setJoined] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onType?.(text)
  }
  const add = (text: string, separator = separators) => {
    const added = partsOf(text, separator).filter((each) => !values.includes(each))
    type('')
    if (added.length === 0) return
    setJoined(props.mayHaveCommas ? added.find((each) => partsOf(each, /,/).length > 1) : undefined)
    onChange([...values, ...new Set(added)])
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
          if (!props.mayHaveCommas && value.includes(',')) add(value)
          else type(value)
        }}
        onKeyDown={pressKey}
        onPaste={(event) => {
          // An input would drop line breaks.
          const text = event.clipboardData?.getData('text/plain') ?? ''
          if (!/[\n\t]/.test(text)) return
          event.preventDefault()
          add(typed + text)
        }}
        onBlur={() => {
          close()
          add(typed)
          onType?.(undefined)
        }}
      />
      {suggestions && list}
      {joined !== undefined && values.includes(joined) && (
        <button
          type="button"
          class="button link small"
          onClick={() => {
            setJoined(undefined)
            onChange([...new Set(values.flatMap((value) => (value === joined ? partsOf(value, /,/) : [value])))])
          }}
        >
          {conditions.splitValue(partsOf(joined, /,/).length)}
        </button>
      )}
    </div>
  )
}

function partsOf(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
