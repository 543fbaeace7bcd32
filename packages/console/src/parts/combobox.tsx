import { useId, useRef, useState } from 'preact/hooks'
import { conditions } from '../text/conditions.ts'
import './combobox.css'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

interface Props {
  readonly label: string
  /** What is chosen, as it is shown. */
  readonly text: string
  readonly options: readonly ComboboxOption[]
  readonly placeholder?: string
  /** Whether what is not among the options may be chosen too. */
  readonly free?: boolean
  readonly wrong?: boolean
  readonly onChoose: (value: string) => void
}

const SHOWN = 50

/** A field with suggestions: arrows move among them, Enter takes one, Esc closes. */
export function Combobox({ label, text, options, placeholder, free = false, wrong = false, onChoose }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const found = typed === undefined ? [] : matching(options, typed === text ? '' : typed)
  const choose = (value: string) => {
    setTyped(undefined)
    setAt(-1)
    onChoose(value)
  }
  const leave = () => {
    const exact = options.find((option) => option.label === typed)
    if (typed !== undefined && typed !== text && exact) choose(exact.value)
    else if (typed !== undefined && typed !== text && free) choose(typed.trim())
    else setTyped(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[at]
    if (step !== undefined) {
      if (typed === undefined) setTyped(text)
      setAt((at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % Math.max(1, found.length))
    } else if (event.key === 'Enter') {
      if (chosen) choose(chosen.value)
      else leave()
    } else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="combobox">
      <input
        ref={input}
        class="input"
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-invalid={wrong}
        aria-activedescendant={at >= 0 && found[at] ? `${id}-${at}` : undefined}
        autocomplete="off"
        value={typed ?? text}
        placeholder={placeholder}
        onClick={() => typed === undefined && setTyped(text)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(-1)
        }}
        onBlur={leave}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label={label} hidden={found.length === 0} class="suggestions">
        {found.map((option, position) => (
          <div
            key={option.value}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === at}
            // The field keeps the focus: leaving it would take what was typed.
            onMouseDown={(event) => {
              event.preventDefault()
              choose(option.value)
            }}
          >
            <span>{option.label}</span>
            {option.hint && <span class="quiet small">{option.hint}</span>}
          </div>
        ))}
      </div>
      {typed !== undefined && typed !== '' && found.length === 0 && (
        <div class="suggestions quiet small">{free ? conditions.useTyped(typed) : conditions.nothingFound}</div>
      )}
    </div>
  )
}

function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const text = typed.toLowerCase()
  return options.filter(({ label }) => label.toLowerCase().includes(text)).slice(0, SHOWN)
}
