import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useModal } from './use-modal.ts'

interface Props {
  readonly title: string
  /** How wide it is: a question, a form, or what has columns. */
  readonly size?: 'question' | 'form' | 'wide'
  /** Missing: Esc does not close it. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** A native dialog that is open for as long as it is rendered. Esc closes it, and the focus goes back where it was. */
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
