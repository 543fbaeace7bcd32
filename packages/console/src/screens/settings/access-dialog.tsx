import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { members, settings } from '../../text/settings.ts'
import { RadioList, type RadioOption } from './radio-list.tsx'
import { Restored } from './restored.tsx'

interface Props {
  readonly title: string
  /** The name of the draft of this choice. */
  readonly draftName: string
  readonly level: number
  readonly options: readonly RadioOption<number>[]
  readonly onSave: (level: number) => Promise<unknown>
  readonly onClose: () => void
}

/** Changes an access level. Nothing changes before the button is pressed (CONSOLE-200). */
export function AccessDialog({ title, draftName, level, options, onSave, onClose }: Props) {
  const doing = useDoing()
  const start = { level }
  const state = useDraft(draftName, start)
  const leave = () => {
    state.forget()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      await onSave(state.draft.level)
      leave()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Restored of={state} start={start} />
        <RadioList
          legend={members.level}
          name="level"
          value={state.draft.level}
          options={options}
          onChoose={(chosen) => state.change({ level: chosen })}
        />
        <Wrong problem={doing.problem} />
        <DialogActions
          commit={settings.changeAccess}
          disabled={doing.blocked || state.draft.level === level}
          onCancel={leave}
        />
      </form>
    </Dialog>
  )
}
