import { useState } from 'preact/hooks'
import { Chips } from '../../../parts/conditions/chips.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { textOf, useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import type { Dashboard } from '../dashboard.ts'
import { changeDashboard } from '../dashboard-actions.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** What a dashboard is called, what it is about, and its tags. */
export function EditDialog({ dashboard, onClose }: Props) {
  const doing = useDoing()
  const [tags, setTags] = useState<readonly string[]>(dashboard.tags)
  const save = (event: SubmitEvent) => {
    const value = textOf(event)
    return doing.run(async () => {
      await changeDashboard(dashboard.id, {
        name: value('name').trim(),
        description: value('description').trim(),
        tags: [...tags],
      })
      onClose()
      tell(text.saved)
    })
  }
  return (
    <Dialog title={text.edit} onClose={onClose}>
      <form class="stack" onSubmit={save}>
        {(['name', 'description'] as const).map((name) => (
          <Field key={name} label={text.fields[name]} wrong={doing.wrong(name)}>
            {(attributes) => (
              <input {...attributes} class="input" dir="auto" name={name} defaultValue={dashboard[name] ?? ''} />
            )}
          </Field>
        ))}
        <div class="field">
          <span class="label">{text.fields.tags}</span>
          <Chips label={text.fields.tags} values={tags} onChange={setTags} />
        </div>
        {!['name', 'description'].includes(doing.problem?.attr ?? '') && <Wrong problem={doing.problem} />}
        <DialogActions commit={text.save} disabled={doing.blocked} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
