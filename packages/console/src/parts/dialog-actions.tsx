import { sentences } from '../text/frame.ts'

interface Props {
  /** What the form in the dialog does. */
  readonly commit: string
  readonly disabled: boolean
  readonly onCancel: () => void
}

/** The foot of a dialog with a form: to leave it, or to do what it says. */
export function DialogActions({ commit, disabled, onCancel }: Props) {
  return (
    <div class="actions">
      <button type="button" class="button" onClick={onCancel}>
        {sentences.cancel}
      </button>
      <button type="submit" class="button primary" disabled={disabled}>
        {commit}
      </button>
    </div>
  )
}
