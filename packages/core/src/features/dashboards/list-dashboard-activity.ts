import type { Activity } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { ActivityQuery } from '../../data/tables/activity-table.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorizeAny } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { toldActivity } from '../../runtime/history/told-activity.ts'
import { requireDashboard } from './lock-dashboard.ts'

/**
 * Lists the activity of one dashboard, deleted or not. Without `dashboardId`, lists that of all dashboards of the
 * project; newest first.
 */
export async function listDashboardActivity(
  ctx: ProjectContext,
  page: PageRequest,
  dashboardId?: number,
): Promise<Page<Activity>> {
  authorizeAny(ctx.actor, ['dashboard:read', 'activity_log:read'])
  return ctx.store.read(async (tx) => {
    if (dashboardId === undefined) return told(tx, ctx, { scope: 'Dashboard' }, page)
    await requireDashboard(tx, ctx, dashboardId)
    return told(tx, ctx, { scope: 'Dashboard', itemId: String(dashboardId) }, page)
  })
}

async function told(tx: ReadTransaction, { project }: ProjectContext, query: ActivityQuery, page: PageRequest) {
  return toldActivity(tx, project.id, query, await tx.activity.list(project.id, query, page))
}
