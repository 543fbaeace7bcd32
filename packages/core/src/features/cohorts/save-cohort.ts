import type { Cohort } from '../../data/records/cohort.ts'
import type { Transaction } from '../../data/store.ts'
import { notFound } from '../../foundation/errors/domain-error.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { cohortChanged } from './cohort-activity.ts'

/** Stores a changed cohort with its activity entry. */
export async function saveCohort(tx: Transaction, ctx: ProjectContext, before: Cohort, next: Cohort): Promise<Cohort> {
  if (!(await tx.cohorts.update(next, next.name.toLowerCase()))) throw notFound()
  await tx.activity.append(cohortChanged(ctx, before, next))
  return next
}
