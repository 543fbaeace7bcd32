import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { conditions } from '../text/conditions.ts'
import './combobox.css'
import { type ComboboxOption, comboboxAttributes, movedBy, SuggestionList } from './suggestions.tsx'

interface Props {
  readonly label: string
  /** What is chosen, as it is shown. */
  readonly text: string
  readonly options: readonly ComboboxOption[]
  readonly placeholder?: string
  /** Whether a value that is not an option may be chosen too. */
  readonly free?: boolean
  /** What the list says of a value that is not an option. Only its own option takes such a value, not leaving the field. */
  readonly unlisted?: string
  readonly wrong?: boolean
  /** Receives what is typed, for options that are searched; undefined once the list is closed. */
  readonly onType?: (typed: string | undefined) => void
  /** Whether more options may arrive. */
  readonly isSearching?: boolean
  readonly onChoose: (value: string) => void
}

const SHOWN = 50

/**
 * A field with options. Enter takes the option that is marked: the first match, unless the text equals an option or the
 * arrow keys chose another one. Where values are free, the last option takes what was typed (CONSOLE-225).
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

/** Value of the option that takes what was typed. No option has it: values are keys, names and ids. */
const TYPED = '\0typed'

function useCombobox({ text, options, free = false, unlisted, isSearching = false, onType, onChoose }: Props) {
  const [typed, setTyped] = useState<string>()
  // A field that is removed when a value is chosen loses the focus before it is drawn again.
  const latest = useRef<string | undefined>(undefined)
  const [moved, setMoved] = useState<number>()
  // Enter was pressed before the options of the text arrived.
  const [isEntered, setIsEntered] = useState(false)
  const needle = typed === undefined || typed === text ? '' : typed.trim()
  const matches = typed === undefined ? [] : matching(options, needle)
  const exact = needle === '' ? -1 : exactIndex(matches, needle)
  // The options that arrive can have the value that is typed.
  const isOwn = free && needle !== '' && exact < 0 && !(unlisted && isSearching)
  const own = { value: TYPED, label: conditions.useTyped(needle), ...(unlisted && { hint: unlisted }) }
  const offered = isOwn ? [...matches, own] : matches
  const at = moved ?? (needle === '' ? -1 : Math.max(exact, 0))
  const type = (value: string | undefined) => {
    latest.current = value
    setIsEntered(false)
    setTyped(value)
    setMoved(undefined)
    // The text that is chosen already does not narrow the options.
    onType?.(value === text ? '' : value)
  }
  const choose = ({ value }: ComboboxOption) => {
    type(undefined)
    onChoose(value === TYPED ? needle : value)
  }
  /** Leaving the field takes what stands in it, if it is possible. */
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

/** Options that contain the text, those that start with it first. */
function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const text = typed.toLowerCase()
  const found = options.filter(({ label, hint }) =>
    [label, hint ?? ''].some((each) => each.toLowerCase().includes(text)),
  )
  const starts = ({ label }: ComboboxOption) => label.toLowerCase().startsWith(text)
  return [...found.filter(starts), ...found.filter((option) => !starts(option))].slice(0, SHOWN)
}
