import type { Cohort } from '../../data/records/cohort.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { searchNeedle } from '../../foundation/validation/list-filters.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** Lists the live cohorts whose name contains `search`, whatever the case; the newest first. */
export async function listCohorts(
  ctx: ProjectContext,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<Cohort>> {
  authorize(ctx.actor, 'cohort:read')
  const needle = searchNeedle(search, 'flags')
  return ctx.store.read((tx) => tx.cohorts.list(ctx.project.id, needle, page))
}
