import { Wrong } from '../../parts/wrong.tsx'
import { members, settings } from '../../text/settings.ts'
import { DraftDialog } from './draft-dialog.tsx'
import { RadioList, type RadioOption } from './radio-list.tsx'

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
  return (
    <DraftDialog
      title={title}
      draftName={draftName}
      start={{ level }}
      commit={settings.changeAccess}
      isBlocked={(draft) => draft.level === level}
      onSave={(draft) => onSave(draft.level)}
      onClose={onClose}
    >
      {({ draft, change }, { problem }) => (
        <>
          <RadioList
            legend={members.level}
            name="level"
            value={draft.level}
            options={options}
            onChoose={(chosen) => change({ level: chosen })}
          />
          <Wrong problem={problem} />
        </>
      )}
    </DraftDialog>
  )
}
