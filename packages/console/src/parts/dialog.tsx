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
/** Where the focus went back to last. A dialog that follows another one directly returns it there, too. */
let lastReturn: Element | null = null

addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null
  lastReturn = null
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
    const current = isWithoutFocus() ? lastFocused : document.activeElement
    // The control of a dialog that was just removed is gone with it.
    const before = current?.isConnected ? current : lastReturn
    show()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      lastReturn = before
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
