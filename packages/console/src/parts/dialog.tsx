import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  /** How wide it is: a question, a form, or what has columns. */
  readonly size?: 'question' | 'form' | 'wide'
  /** Missing: Esc does not close it. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** The control with the focus. A control that is disabled while it works loses it, but stays the one to return to. */
let lastFocused: Element | null = null
addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null
})
addEventListener('focusout', ({ target }) => {
  if (!(target instanceof Element && target.matches(':disabled'))) lastFocused = null
})

const isWithoutFocus = () => document.activeElement === null || document.activeElement === document.body

/** A native dialog that is open for as long as it is rendered. Esc closes it, and the focus goes back where it was. */
export function Dialog({ title, size = 'form', onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const show = () => element.current?.showModal()
  useEffect(() => {
    const before = isWithoutFocus() ? lastFocused : document.activeElement
    show()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog ref={element} data-size={size} aria-labelledby={heading} onClose={onClose ?? show}>
      <div class="stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
