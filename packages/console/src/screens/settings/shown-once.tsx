import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'

interface Props {
  readonly title: string
  readonly sentence: string
  readonly text: string
  readonly copy: string
  readonly done: string
  readonly onClose: () => void
}

/** Shows a secret that cannot be shown again. */
export function ShownOnce({ title, sentence, text, copy, done, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{sentence}</p>
      <p class="code once">{text}</p>
      <div class="actions">
        <Copy text={text} label={copy} />
        <button type="button" class="button primary" onClick={onClose}>
          {done}
        </button>
      </div>
    </Dialog>
  )
}
