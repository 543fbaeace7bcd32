import { connected } from '../../api/connection.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { edit as text } from '../../text/flag-edit.ts'
import { differences } from './draft.ts'
import { PartTable } from './part-table.tsx'
import { EditImpact, type Impact } from './preview.tsx'
import { Renamed } from './renamed.tsx'
import type { EditState } from './use-edit.ts'

interface Props {
  readonly flagId: number
  readonly state: EditState
  readonly impact: Impact
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Shows all changes of an edit, and the users that it affects, before it is saved. */
export function Review({ flagId, state, impact, onSave, onClose }: Props) {
  return (
    <Dialog title={text.reviewTitle} size="wide" onClose={onClose}>
      <PartTable differences={differences(state.base, state.draft)} />
      <Renamed flagId={flagId} before={state.base.key} after={state.draft.key} />
      {(impact.answer || impact.problem || impact.isChecking) && (
        <section class="stack" aria-label={text.moves}>
          <h3>{text.moves}</h3>
          <EditImpact impact={impact} isRenamed={state.base.key !== state.draft.key} />
        </section>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {text.goOn}
        </button>
        <button type="button" class="button primary" disabled={!connected.value} onClick={onSave}>
          {text.save}
        </button>
      </div>
    </Dialog>
  )
}
