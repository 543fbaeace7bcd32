import { Wrong } from '../../parts/wrong.tsx'
import { settings } from '../../text/settings.ts'
import { DraftDialog } from './draft-dialog.tsx'
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
  return (
    <DraftDialog
      title={title}
      draftName={draftName}
      start={{ name }}
      commit={settings.rename}
      onSave={(draft) => onRename(draft.name)}
      onClose={onClose}
    >
      {({ draft, change }, { problem, wrong }) => (
        <>
          <TextField
            label={settings.name}
            wrong={wrong(field)}
            value={draft.name}
            required
            maxLength={200}
            onInput={(typed) => change({ name: typed })}
          />
          {problem?.attr !== field && <Wrong problem={problem} />}
        </>
      )}
    </DraftDialog>
  )
}
