import './combobox.css'
import { useId, useState } from 'preact/hooks'
import { conditions } from '../text/conditions.ts'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

interface ListProps {
  readonly id: string
  readonly label: string
  readonly options: readonly ComboboxOption[]
  /** Index of the option that Enter chooses; -1 for none. */
  readonly at: number
  readonly onTake: (option: ComboboxOption) => void
}

/** Shows the list below a field. The field keeps the focus. */
export function SuggestionList({ id, label, options, at, onTake }: ListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={conditions.suggestions(label)}
      hidden={options.length === 0}
      class="suggestions"
    >
      {options.map((option, position) => (
        <div
          key={option.value}
          id={`${id}-${position}`}
          role="option"
          tabIndex={-1}
          aria-selected={position === at}
          // If the field lost the focus, it would choose the typed text.
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(option)
          }}
        >
          <bdi>{option.label}</bdi>
          {option.hint && <span class="quiet small hint">{option.hint}</span>}
        </div>
      ))}
    </div>
  )
}

/** Returns attributes of a field that controls the list with this id. */
export function comboboxAttributes(id: string, options: readonly unknown[], at: number) {
  return {
    role: 'combobox',
    'aria-expanded': options.length > 0,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': at >= 0 && options[at] ? `${id}-${at}` : undefined,
    autocomplete: 'off',
  } as const
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Returns the index after an arrow key; undefined for any other key. The index wraps around. */
export function movedBy(key: string, at: number, count: number): number | undefined {
  const step = STEPS[key]
  if (step === undefined) return undefined
  if (count === 0) return -1
  if (at < 0) return step > 0 ? 0 : count - 1
  return (at + step + count) % count
}

/**
 * Suggestions for a field of free text. Enter chooses one only after an arrow key marked it: by default, the user means
 * the typed text. Arrow keys open the list, Escape closes it.
 */
export function useSuggestions(label: string, options: readonly ComboboxOption[], onTake: (value: string) => void) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const shown = isOpen ? options : []
  const close = () => {
    setIsOpen(false)
    setAt(-1)
  }
  const take = ({ value }: ComboboxOption) => {
    close()
    onTake(value)
  }
  /** Handles a key. Returns whether the list used it. */
  const press = (event: KeyboardEvent): boolean => {
    const moved = movedBy(event.key, at, shown.length)
    const chosen = shown[at]
    if (moved !== undefined) {
      setIsOpen(true)
      setAt(moved)
    } else if (event.key === 'Enter' && chosen) take(chosen)
    else if (event.key === 'Escape' && shown.length > 0) close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    isOpen,
    open: () => {
      setIsOpen(true)
      setAt(-1)
    },
    close,
    press,
    attributes: comboboxAttributes(id, shown, at),
    list: <SuggestionList id={id} label={label} options={shown} at={at} onTake={take} />,
  }
}
