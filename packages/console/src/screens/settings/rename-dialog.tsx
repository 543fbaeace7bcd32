import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Field } from '../../parts/field.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { settings } from '../../text/settings.ts'

interface Props {
  readonly title: string
  readonly name: string
  /** How the API calls the field that has the name. */
  readonly field: string
  readonly onRename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Gives a thing another name; what is refused is told beside what was typed. */
export function RenameDialog({ title, name, field, onRename, onClose }: Props) {
  const doing = useDoing()
  const submit = (event: SubmitEvent) => {
    const value = textOf(event)
    return doing.run(async () => {
      await onRename(value('name'))
      onClose()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label={settings.name} wrong={doing.wrong(field)}>
          {(attributes) => (
            <input {...attributes} class="input" dir="auto" name="name" defaultValue={name} required maxLength={200} />
          )}
        </Field>
        {doing.problem?.attr !== field && <Wrong problem={doing.problem} />}
        <DialogActions commit={settings.rename} disabled={doing.blocked} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
