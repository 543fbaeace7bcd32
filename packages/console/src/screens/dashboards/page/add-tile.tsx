import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { tell } from '../../../parts/toasts.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { type Dashboard, inputOf } from '../dashboard.ts'
import { addedTile } from '../grid/added-tile.ts'
import { QuestionDialog } from '../question/question-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'

interface Adding {
  readonly add: (kind: 'question' | 'text') => void
  /** The open form. */
  readonly form: ComponentChildren
}

/** Adds a chart or a text. Afterwards the page scrolls to the new tile (CONSOLE-300). */
export function useAdding(dashboard: Dashboard): Adding {
  const [opened, add] = useState<'question' | 'text' | null>(null)
  const close = () => add(null)
  const { project_id: projectId } = inputOf(dashboard.id).params
  const form = (
    <>
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
    </>
  )
  return { add, form }
}

export function AddButtons({ add }: Pick<Adding, 'add'>) {
  return (
    <div class="row">
      <button type="button" class="button primary" onClick={() => add('question')}>
        {text.addQuestion}
      </button>
      <button type="button" class="button" onClick={() => add('text')}>
        {text.addText}
      </button>
    </div>
  )
}

/** Shows the buttons with their forms, for an empty dashboard. */
export function AddFirstTile({ dashboard }: { readonly dashboard: Dashboard }) {
  const { add, form } = useAdding(dashboard)
  return (
    <>
      <AddButtons add={add} />
      {form}
    </>
  )
}
