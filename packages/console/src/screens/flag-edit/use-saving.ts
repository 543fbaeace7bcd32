import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { noteOutcome } from '../../api/connection.ts'
import { know, refresh } from '../../api/query.ts'
import type { Flag } from '../../parts/conditions/condition-types.ts'
import { tell, tellWarnings } from '../../parts/toasts.tsx'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { changesOf, type Edit } from './draft.ts'
import type { EditState } from './use-edit.ts'

/** The changes of another user that prevent saving, and the message of the API. */
interface FoundConflict {
  readonly theirs: Flag
  readonly detail: string
}

/** Saves an edit of a flag and opens its page. If the API refuses the edit, shows the error or the conflict. */
export function useSaving(flagId: number, state: EditState) {
  const [conflict, setConflict] = useState<FoundConflict>()
  const params = { project_id: openProject().id, id: flagId }
  const refused = async (error: unknown) => {
    const problem = problemOf(error)
    noteOutcome(problem)
    if (problem.status !== 409) return state.refuse(problem)
    const theirs = await call('retrieveFlag', { params }).catch(() => undefined)
    if (theirs) setConflict({ theirs, detail: problem.message })
    else state.refuse(problem)
  }
  /** Sends the version that was saved, so that later changes of others remain or become a conflict. */
  const revert = async ({ base, draft }: Edit, { version }: Flag) => {
    const body = { ...changesOf({ base: draft, draft: base }), version }
    know('retrieveFlag', { params }, await call('updateFlag', { params, body }))
    await refresh()
  }
  const save = async (edit: Edit) => {
    try {
      const saved = await call('updateFlag', { params, body: { ...changesOf(edit), version: edit.version } })
      state.forget()
      know('retrieveFlag', { params }, saved)
      void refresh()
      const isMerged = saved.version - 1 !== edit.version
      // Undoing a merged edit would undo the changes of others too, and encrypted payloads cannot be sent back.
      const isUndoable = !isMerged && !saved.has_encrypted_payloads
      tell(
        (isMerged ? text.savedMerged : text.saved)(saved.key),
        isUndoable ? () => revert(edit, saved) : undefined,
        `flag ${flagId}`,
      )
      tellWarnings(saved)
      go(href('flags', flagId))
    } catch (error) {
      await refused(error)
    }
  }
  return { save, conflict, settle: () => setConflict(undefined) }
}
