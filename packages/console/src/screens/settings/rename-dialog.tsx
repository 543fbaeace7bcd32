import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { settings } from '../../text/settings.ts'
import { Restored } from './restored.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  readonly title: string
  readonly name: string
  /** The name of the draft of the new name. */
  readonly draftName: string
  /** The field of the API that contains the name. */
  readonly field: string
  readonly onRename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Renames an item. An error is shown next to the field, which keeps the typed text. */
export function RenameDialog({ title, name, draftName, field, onRename, onClose }: Props) {
  const doing = useDoing()
  const start = { name }
  const state = useDraft(draftName, start)
  const leave = () => {
    state.forget()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      await onRename(state.draft.name)
      leave()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Restored of={state} start={start} />
        <TextField
          label={settings.name}
          wrong={doing.wrong(field)}
          value={state.draft.name}
          required
          maxLength={200}
          onInput={(typed) => state.change({ name: typed })}
        />
        {doing.problem?.attr !== field && <Wrong problem={doing.problem} />}
        <DialogActions commit={settings.rename} disabled={doing.blocked} onCancel={leave} />
      </form>
    </Dialog>
  )
}
