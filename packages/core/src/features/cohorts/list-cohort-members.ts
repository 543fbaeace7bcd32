import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { requireCohort } from './retrieve-cohort.ts'

/** Lists the distinct ids of the members of a static cohort in byte order. A dynamic cohort has no list. */
export async function listCohortMembers(
  ctx: ProjectContext,
  cohortId: number,
  page: PageRequest,
): Promise<Page<string>> {
  authorize(ctx.actor, 'cohort:read')
  return ctx.store.read(async (tx) => {
    await requireCohort(tx, ctx, cohortId)
    return tx.cohortMembers.list(ctx.project.id, cohortId, page)
  })
}
