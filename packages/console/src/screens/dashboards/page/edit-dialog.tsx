import { Chips } from '../../../parts/conditions/chips.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { type Dashboard, inputOf } from '../dashboard.ts'
import { changeDashboard } from '../dashboard-actions.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Edits the name, description and tags of a dashboard. The draft survives a reload until it is saved or canceled. */
export function EditDialog({ dashboard, onClose }: Props) {
  const doing = useDoing()
  const { project_id: project } = inputOf(dashboard.id).params
  const { draft, changed, change, wasRestored, forget } = useDraft(`dashboard:${project}:${dashboard.id}:edit`, {
    name: dashboard.name ?? '',
    description: dashboard.description,
    tags: dashboard.tags as readonly string[],
  })
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      const { name, description, tags } = changed
      await changeDashboard(dashboard.id, {
        ...(name !== undefined && { name: name.trim() }),
        ...(description !== undefined && { description: description.trim() }),
        ...(tags !== undefined && { tags: [...tags] }),
      })
      forget()
      onClose()
      tell(text.saved)
    })
  }
  const discard = () => {
    forget()
    onClose()
  }
  return (
    <Dialog title={text.edit} onClose={onClose}>
      <form class="stack" onSubmit={save}>
        {wasRestored && <p class="quiet small">{sentences.restored}</p>}
        {(['name', 'description'] as const).map((name) => (
          <Field key={name} label={text.fields[name]} wrong={doing.wrong(name)}>
            {(attributes) => (
              <input
                {...attributes}
                class="input"
                dir="auto"
                value={draft[name]}
                onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
        <div class="field">
          <span class="label">{text.fields.tags}</span>
          <Chips label={text.fields.tags} values={draft.tags} onChange={(tags) => change({ tags })} />
        </div>
        {!['name', 'description'].includes(doing.problem?.attr ?? '') && <Wrong problem={doing.problem} />}
        <DialogActions commit={text.save} disabled={doing.blocked} onCancel={discard} />
      </form>
    </Dialog>
  )
}
