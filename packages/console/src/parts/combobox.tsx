import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { conditions } from '../text/conditions.ts'
import './combobox.css'
import { type ComboboxOption, comboboxAttributes, movedBy, SuggestionList } from './suggestions.tsx'

interface Props {
  readonly label: string
  /** The displayed text of the chosen value. */
  readonly text: string
  readonly options: readonly ComboboxOption[]
  readonly placeholder?: string
  /** Whether a value that is not an option may be chosen too. */
  readonly free?: boolean
  /** The hint for a value that is not an option. With a hint, leaving the field does not choose such a value. */
  readonly unlisted?: string
  readonly wrong?: boolean
  /** Receives the typed text, for options that are searched; undefined once the list is closed. */
  readonly onType?: (typed: string | undefined) => void
  /** Whether more options may arrive. */
  readonly isSearching?: boolean
  readonly onChoose: (value: string) => void
}

const SHOWN = 50

/**
 * A field with options. Enter chooses the marked option: the first match, unless the text equals an option or the arrow
 * keys moved the mark. If any value is allowed, the last option chooses the typed text (CONSOLE-225).
 */
export function Combobox(props: Props) {
  const { label, text, placeholder, free = false, wrong = false, isSearching = false } = props
  const id = useId()
  const { typed, options, at, press, type, choose, leave } = useCombobox(props)
  return (
    <div class="combobox">
      <input
        class="input"
        {...comboboxAttributes(id, options, at)}
        aria-label={label}
        aria-invalid={wrong}
        dir="auto"
        value={typed ?? text}
        title={typed === undefined ? text : undefined}
        placeholder={placeholder}
        onClick={() => typed === undefined && type(text)}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <SuggestionList id={id} label={label} options={options} at={at} onTake={choose} />
      {typed !== undefined && typed !== '' && options.length === 0 && (!free || isSearching) && (
        <div class="suggestions quiet small">{isSearching ? conditions.searching : conditions.nothingFound}</div>
      )}
    </div>
  )
}

/** Value of the option that chooses the typed text. No other option has it: values are keys, names and ids. */
const TYPED = '\0typed'

function useCombobox({ text, options, free = false, unlisted, isSearching = false, onType, onChoose }: Props) {
  const [typed, setTyped] = useState<string>()
  // A ref, because a field that is removed when a value is chosen loses the focus before the next render.
  const latest = useRef<string | undefined>(undefined)
  const [moved, setMoved] = useState<number>()
  // Enter was pressed before the options of the text arrived.
  const [isEntered, setIsEntered] = useState(false)
  const needle = typed === undefined || typed === text ? '' : typed.trim()
  const matches = typed === undefined ? [] : matching(options, needle)
  const exact = needle === '' ? -1 : exactIndex(matches, needle)
  // The options that arrive may contain the typed value.
  const isOwn = free && needle !== '' && exact < 0 && !(unlisted && isSearching)
  const own = { value: TYPED, label: conditions.useTyped(needle), ...(unlisted && { hint: unlisted }) }
  const offered = isOwn ? [...matches, own] : matches
  const at = moved ?? (needle === '' ? -1 : Math.max(exact, 0))
  const type = (value: string | undefined) => {
    latest.current = value
    setIsEntered(false)
    setTyped(value)
    setMoved(undefined)
    // The text of the chosen value does not filter the options.
    onType?.(value === text ? '' : value)
  }
  const choose = ({ value }: ComboboxOption) => {
    type(undefined)
    onChoose(value === TYPED ? needle : value)
  }
  /** Chooses the typed text when the field loses the focus, if that is possible. */
  const leave = () => {
    if (latest.current === undefined) return
    const option = matches[exact]
    if (option) choose(option)
    else if (free && !unlisted && typed !== undefined && typed !== text) choose({ value: typed.trim(), label: '' })
    else if (typed !== undefined) type(undefined)
  }
  useEffect(() => {
    if (!isEntered || isSearching) return
    setIsEntered(false)
    const marked = offered[at]
    if (marked && marked.value !== TYPED) choose(marked)
  }, [isEntered, isSearching])
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const next = movedBy(event.key, at, offered.length)
    const marked = offered[at]
    if (next !== undefined) {
      if (typed === undefined) type(text)
      setMoved(next)
    } else if (event.key === 'Enter') {
      if (unlisted && isSearching && exact < 0 && moved === undefined) setIsEntered(true)
      else if (marked) choose(marked)
      else leave()
    } else if (event.key === 'Escape' && typed !== undefined) type(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { typed, options: offered, at, press, type, choose, leave }
}

function exactIndex(options: readonly ComboboxOption[], typed: string): number {
  const same = options.findIndex(({ label, value }) => label === typed || value === typed)
  if (same >= 0) return same
  const text = typed.toLowerCase()
  return options.findIndex(({ label }) => label.toLowerCase() === text)
}

/** Returns the options that contain the text; those that start with it come first. */
function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const text = typed.toLowerCase()
  const found = options.filter(({ label, hint }) =>
    [label, hint ?? ''].some((each) => each.toLowerCase().includes(text)),
  )
  const starts = ({ label }: ComboboxOption) => label.toLowerCase().startsWith(text)
  return [...found.filter(starts), ...found.filter((option) => !starts(option))].slice(0, SHOWN)
}
