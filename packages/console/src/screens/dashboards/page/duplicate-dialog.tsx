import { call } from '../../../api/call.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { go, href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { type Dashboard, dashboardName } from '../dashboard.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Duplicates a dashboard, with copies of its charts or with the same charts. */
export function DuplicateDialog({ dashboard, onClose }: Props) {
  const doing = useDoing()
  const params = { project_id: openProject().id }
  const { draft, change, wasRestored, forget } = useDraft(`dashboard:${params.project_id}:${dashboard.id}:duplicate`, {
    name: text.copyOf(dashboardName(dashboard)),
    isOwn: true,
  })
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      const body = {
        name: draft.name,
        description: dashboard.description,
        tags: dashboard.tags,
        use_dashboard: dashboard.id,
        duplicate_tiles: draft.isOwn,
      }
      const created = await call('createDashboard', { params, body })
      forget()
      onClose()
      tell(text.made(dashboardName(created)))
      go(href('dashboards', created.id))
    })
  }
  const discard = () => {
    forget()
    onClose()
  }
  return (
    <Dialog title={text.duplicateTitle(dashboardName(dashboard))} onClose={onClose}>
      <form class="stack" onSubmit={create}>
        {wasRestored && <p class="quiet small">{sentences.restored}</p>}
        <Field label={text.fields.name} wrong={doing.wrong('name')}>
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              dir="auto"
              value={draft.name}
              onInput={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.isOwn}
            onChange={({ currentTarget }) => change({ isOwn: currentTarget.checked })}
          />
          <span>
            {text.ownCopies}
            <span class="quiet small">{text.ownCopiesHint}</span>
          </span>
        </label>
        {doing.problem?.attr !== 'name' && <Wrong problem={doing.problem} />}
        <DialogActions commit={text.duplicateAction} disabled={doing.blocked} onCancel={discard} />
      </form>
    </Dialog>
  )
}
