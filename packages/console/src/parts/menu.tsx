import { useId, useRef } from 'preact/hooks'

export interface MenuItem {
  readonly label: string
  readonly dangerous?: boolean
  readonly onChoose: () => void
}

interface Props {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** What else can be done with a thing, behind three dots. Arrows move, Esc closes. */
export function Menu({ label, items }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = () => {
    const { bottom, right } = button.current?.getBoundingClientRect() ?? { bottom: 0, right: 0 }
    list.current?.style.setProperty('inset', `${bottom + 4}px ${innerWidth - right}px auto auto`)
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const entries = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLButtonElement) // one of them, or none
    entries[(at + step + entries.length) % entries.length]?.focus()
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
        onClick={place}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div ref={list} id={id} popover="auto" role="menu" aria-label={label} onKeyDown={move}>
        {items.map((item, position) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
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
