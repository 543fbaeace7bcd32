import { sentences } from '../text/frame.ts'

interface Props {
  /** The label of the submit button. */
  readonly commit: string
  readonly disabled: boolean
  readonly onCancel: () => void
}

/** The footer of a dialog with a form: cancel and submit. */
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
