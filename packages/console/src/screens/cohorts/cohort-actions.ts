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

async function setDeleted(id: number, deleted: boolean): Promise<void> {
  know('retrieveCohort', inputOf(id), await call('updateCohort', { ...inputOf(id), body: { deleted } }))
  await refresh()
}
