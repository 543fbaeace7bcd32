import type { NewActivity } from '../../data/records/activity.ts'
import type { Cohort } from '../../data/records/cohort.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { notFound } from '../../foundation/errors/domain-error.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type CohortVersionCause, cohortChanged, cohortMembersChanged } from './cohort-activity.ts'

/** Stores a changed cohort as its next version, with its activity entry. */
export async function saveCohort(
  tx: Transaction,
  ctx: ProjectContext,
  before: Cohort,
  next: Cohort,
  cause: CohortVersionCause,
): Promise<Cohort> {
  const saved = { ...next, version: before.version + 1 }
  return storeCohort(tx, saved, cohortChanged(ctx, before, saved, cause))
}

/** Stores that others are members of a cohort now, which is no version of it. */
export async function saveMembers(tx: Transaction, ctx: ProjectContext, before: Cohort, next: Cohort): Promise<Cohort> {
  return storeCohort(tx, next, cohortMembersChanged(ctx, before, next))
}

/** How much of its history there is since the last keyframe, which decides how the next version is kept. */
export function walkOfCohort(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  cohortId: number,
): Promise<number> {
  return tx.activity.walkOf(project.id, { scope: 'Cohort', itemId: String(cohortId) })
}

async function storeCohort(tx: Transaction, cohort: Cohort, entry: NewActivity): Promise<Cohort> {
  if (!(await tx.cohorts.update(cohort, cohort.name.toLowerCase()))) throw notFound()
  await tx.activity.append(entry)
  return cohort
}
