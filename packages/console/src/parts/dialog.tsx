import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  readonly wide?: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A native dialog that is open for as long as it is rendered. Esc closes it, and the focus goes back where it was. */
export function Dialog({ title, wide = false, onClose, children }: Props) {
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
    <dialog ref={element} class={wide ? 'wide' : ''} aria-labelledby={heading} onClose={onClose}>
      <div class="stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
