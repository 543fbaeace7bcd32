import { useState } from 'preact/hooks'
import { tell } from '../../../parts/toasts.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { type Dashboard, inputOf } from '../dashboard.ts'
import { addedTile } from '../grid/added-tile.ts'
import { QuestionDialog } from '../question/question-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'

/** Adds a chart or a text. The page then shows the new tile (CONSOLE-300). */
export function AddTile({ dashboard }: { readonly dashboard: Dashboard }) {
  const [opened, open] = useState<'question' | 'text' | null>(null)
  const close = () => open(null)
  const { project_id: projectId } = inputOf(dashboard.id).params
  return (
    <div class="row">
      <button type="button" class="button primary" onClick={() => open('question')}>
        {text.addQuestion}
      </button>
      <button type="button" class="button" onClick={() => open('text')}>
        {text.addText}
      </button>
      {opened === 'question' && (
        <QuestionDialog
          projectId={projectId}
          dashboardId={dashboard.id}
          onSaved={({ id, name }) => {
            addedTile.value = { insight: id }
            tell(text.tileAdded(name || text.unnamed))
          }}
          onClose={close}
        />
      )}
      {opened === 'text' && <TextDialog dashboard={dashboard} onClose={close} />}
    </div>
  )
}
