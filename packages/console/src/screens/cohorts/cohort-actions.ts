import { call } from '../../api/call.ts'
import { know, refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { cohorts as text } from '../../text/cohorts.ts'
import { type Cohort, inputOf } from './cohort.ts'

export async function deleteCohort({ id, name }: Cohort): Promise<void> {
  await setDeleted(id, true)
  tell(text.deleted(name), () => setDeleted(id, false), `cohort ${id}`)
}

export async function restoreCohort({ id, name }: Cohort): Promise<void> {
  await setDeleted(id, false)
  tell(text.restored(name), () => setDeleted(id, true), `cohort ${id}`)
}

/**
 * Adds a user to a list. Returns false if the list already contained the user: then Undo MUST NOT remove the user
 * (CONSOLE-326).
 */
export async function addMember(id: number, distinctId: string): Promise<boolean> {
  const { added_count: added } = await sendMembers(id, [distinctId])
  await refreshMembers()
  return added > 0
}

export async function removeMember(id: number, distinctId: string): Promise<void> {
  await call('removeCohortMember', { params: { ...inputOf(id).params, distinct_id: distinctId } })
  await refreshMembers()
}

export function sendMembers(id: number, distinctIds: readonly string[]) {
  // The endpoint declares a raw body, because it also accepts CSV.
  return call('addCohortMembers', { ...inputOf(id), body: { distinct_ids: distinctIds } as never })
}

/** Requests data again that depends on the members of a list, including results of flags. */
export function refreshMembers(): Promise<void> {
  return refresh('listCohortMembers', 'retrieveCohort', 'listCohorts', 'listDecisions', 'testEvaluation')
}

async function setDeleted(id: number, deleted: boolean): Promise<void> {
  know('retrieveCohort', inputOf(id), await call('updateCohort', { ...inputOf(id), body: { deleted } }))
  await refresh()
}
