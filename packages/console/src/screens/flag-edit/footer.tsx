import { connected } from '../../api/connection.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { sentences } from '../../text/frame.ts'
import type { EditState } from './use-edit.ts'
import './footer.css'

interface Props {
  readonly state: EditState
  readonly flagId?: number
  readonly meanwhile?: string | undefined
  readonly busy: boolean
  readonly onSave: () => void
  readonly onShowWrong: () => void
  readonly onDiscard: () => void
  readonly onReview: (() => void) | undefined
}

/** Shows the number of changes, the problems that prevent saving, and the actions. It is always in view. */
export function Footer({ state, flagId, meanwhile, busy, onSave, onShowWrong, onDiscard, onReview }: Props) {
  const { changed, isTouched, refusal } = state
  const isNew = flagId === undefined
  const told = state.told.size
  return (
    <footer class="edit-foot">
      <div class="grow" role="status">
        {meanwhile && <span class="meanwhile">{meanwhile} </span>}
        {told > 0 && (
          <button type="button" class="button link to-wrong" onClick={onShowWrong}>
            {text.attention(told)}
          </button>
        )}{' '}
        {refusal && <span class="wrong">{refusal.message} </span>}
        {refusal?.isUnexpected && refusal.requestId && (
          <span class="quiet small">{sentences.requestId(refusal.requestId)} </span>
        )}
        {!isNew && <span class="quiet count">{text.changed(changed)}</span>}
      </div>
      <button type="button" class="button plain quiet" disabled={!isNew && !isTouched} onClick={onDiscard}>
        {text.discard}
      </button>
      {onReview && (
        <button type="button" class="button" disabled={changed === 0 || told > 0} onClick={onReview}>
          {changed === 0 ? text.reviewNone : text.review(changed)}
        </button>
      )}
      <button
        type="button"
        class="button primary"
        disabled={busy || !connected.value || (!isNew && changed === 0) || (told > 0 && !refusal)}
        onClick={onSave}
      >
        {isNew ? text.create : text.save}
      </button>
    </footer>
  )
}
