import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  /** How wide it is: a question, a form, or what has columns. */
  readonly size?: 'question' | 'form' | 'wide'
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A native dialog that is open for as long as it is rendered. Esc closes it, and the focus goes back where it was. */
export function Dialog({ title, size = 'form', onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog ref={element} data-size={size} aria-labelledby={heading} onClose={onClose}>
      <div class="stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
