import { flushSync } from 'preact/compat'
import { useId, useRef, useState } from 'preact/hooks'
import { placeMenu } from './place-menu.ts'

export interface MenuItem {
  readonly label: string
  readonly dangerous?: boolean
  readonly onChoose: () => void
}

interface Props {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/**
 * Shows further actions behind a button with three dots. The keys are those of the menu button pattern of the ARIA
 * Authoring Practices: arrows, Home, End and first letters move, Tab and Esc close.
 */
export function Menu({ label, items }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A list has hundreds of menus, so only the open menu renders its entries.
  const [isOpen, setIsOpen] = useState(false)
  const place = () => {
    if (list.current && button.current) placeMenu(list.current, button.current)
  }
  const draw = () => flushSync(() => setIsOpen(true))
  const open = (focusAt: number) => {
    draw()
    list.current?.showPopover()
    place()
    entriesOf(list.current).at(focusAt)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const entries = entriesOf(list.current)
    const next = movedTo(event.key, entries)
    if (event.key === 'Tab') {
      // The focus returns to the button first, so that Tab moves to the element after the button.
      list.current?.hidePopover()
      button.current?.focus()
    } else if (next) {
      event.preventDefault()
      event.stopPropagation()
      next.focus()
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button plain icon"
        popovertarget={id}
        aria-label={label}
        aria-haspopup="menu"
        // The browser shows the menu after this event and before the next frame.
        onClick={() => {
          draw()
          requestAnimationFrame(place)
        }}
        onKeyDown={(event) => {
          const focusAt = { ArrowDown: 0, ArrowUp: -1 }[event.key]
          if (focusAt === undefined) return
          event.preventDefault()
          open(focusAt)
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        onKeyDown={press}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {(isOpen ? items : []).map((item, position) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            autofocus={position === 0}
            class={`menu-item ${item.dangerous ? 'danger' : ''}`}
            onClick={() => {
              list.current?.hidePopover()
              item.onChoose()
            }}
          >
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}

const entriesOf = (list: HTMLElement | null): readonly HTMLButtonElement[] => [
  ...(list?.querySelectorAll<HTMLButtonElement>('button') ?? []),
]

/** Returns the entry that a key moves to; undefined for all other keys. */
function movedTo(key: string, entries: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
  const at = entries.indexOf(document.activeElement as HTMLButtonElement) // one of them, or none
  switch (key) {
    case 'ArrowDown':
      return entries[(at + 1) % entries.length]
    case 'ArrowUp':
      return entries.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return entries[0]
    case 'End':
      return entries.at(-1)
  }
  if (key.length !== 1) return undefined
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return after.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
}
