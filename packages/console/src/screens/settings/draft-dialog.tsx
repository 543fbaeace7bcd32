import type { ComponentChildren } from 'preact'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { type Doing, useDoing } from '../../parts/use-doing.ts'
import { type DraftState, useDraft } from '../../parts/use-draft.ts'
import { Restored } from './restored.tsx'

interface Props<Draft> {
  readonly title: string
  readonly draftName: string
  /** The fields before the user changes them. */
  readonly start: Draft
  readonly commit: string
  /** Whether these fields cannot be saved. */
  readonly isBlocked?: (draft: Draft) => boolean
  readonly onSave: (draft: Draft) => Promise<unknown>
  readonly onClose: () => void
  readonly children: (state: DraftState<Draft>, doing: Doing) => ComponentChildren
}

/**
 * A dialog with one form. The draft survives Esc and a reload; Cancel and a successful save remove it (CONSOLE-201).
 */
export function DraftDialog<Draft extends object>(props: Props<Draft>) {
  const { title, draftName, start, commit, isBlocked, onSave, onClose, children } = props
  const doing = useDoing()
  const state = useDraft(draftName, start)
  const leave = () => {
    state.forget()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      await onSave(state.draft)
      leave()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Restored of={state} start={start} />
        {children(state, doing)}
        <DialogActions
          commit={commit}
          disabled={doing.blocked || (isBlocked?.(state.draft) ?? false)}
          onCancel={leave}
        />
      </form>
    </Dialog>
  )
}
