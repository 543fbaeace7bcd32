import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { CohortDependents } from './cohort-dependents.ts'
import { CohortUsers } from './cohort-users.ts'
import { requireCohort } from './retrieve-cohort.ts'

/** Lists the direct dependents of a cohort. A cohort with dependents cannot be deleted (COHORT-10). */
export async function listCohortDependents(ctx: ProjectContext, cohortId: number): Promise<CohortDependents> {
  authorize(ctx.actor, 'cohort:read')
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const { id, projectId } = await requireCohort(tx, ctx, cohortId)
    return new CohortUsers(tx, projectId).dependentsOf(id)
  })
}
