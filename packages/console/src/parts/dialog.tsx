import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useModal } from './use-modal.ts'

interface Props {
  readonly title: string
  /** The width: for a question, a form, or content with columns. */
  readonly size?: 'question' | 'form' | 'wide'
  /** If missing, Esc does not close the dialog. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** A native dialog that is open while it is rendered. Esc closes it, and the focus returns to where it was. */
export function Dialog({ title, size = 'form', onClose, children }: Props) {
  const element = useModal()
  const heading = useId()
  return (
    <dialog
      ref={element}
      data-size={size}
      aria-labelledby={heading}
      onClose={onClose ?? (() => element.current?.showModal())}
    >
      <div class="stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
