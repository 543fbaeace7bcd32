import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { dashboardAccess } from './dashboard-access.ts'
import type { DashboardSummary } from './dashboard-details.ts'
import { type DashboardListFilters, parseDashboardQuery } from './parse-dashboard-query.ts'

/**
 * Lists one page of the dashboards that match: pinned ones first, then by name. Lists live dashboards unless deleted
 * ones are requested (DASH-3).
 */
export async function listDashboards(
  ctx: ProjectContext,
  filters: DashboardListFilters,
  page: PageRequest,
): Promise<Page<DashboardSummary>> {
  authorize(ctx.actor, 'dashboard:read')
  const query = parseDashboardQuery(filters)
  return ctx.store.read(async (tx) => {
    const { count, items } = await tx.dashboards.list(ctx.project.id, query, page)
    const accessTo = await dashboardAccess(tx, ctx, ctx.access, items)
    const searchMatchType = query.search === undefined ? null : 'exact'
    return { count, items: items.map((dashboard) => ({ ...dashboard, ...accessTo(dashboard), searchMatchType })) }
  })
}
