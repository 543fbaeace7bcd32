import type { Cohort } from '../../data/records/cohort.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { foundById } from '../../foundation/errors/found-by-id.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type CohortDetails, cohortDetails } from './cohort-details.ts'

/** Reads one cohort by its id; deleted ones can still be read. */
export async function retrieveCohort(ctx: ProjectContext, cohortId: number): Promise<CohortDetails> {
  authorize(ctx.actor, 'cohort:read')
  return ctx.store.read(async (tx) => {
    const [cohort, detailsOf] = await allInOrder([requireCohort(tx, ctx, cohortId), cohortDetails(tx, ctx)])
    return detailsOf(cohort)
  })
}

/** Returns the cohort, deleted or not. Throws an error if the project has no such cohort. */
export function requireCohort(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  cohortId: number,
): Promise<Cohort> {
  return foundById(cohortId, { kind: 'Cohort', place: ctx }, (id) => tx.cohorts.find(ctx.project.id, id))
}
