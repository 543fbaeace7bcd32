import type { Activity } from '../../data/records/activity.ts'
import { notFound } from '../../foundation/errors/domain-error.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorizeAny } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** What happened to one dashboard, deleted or not, or with `dashboardId` missing to all of the project; newest first. */
export async function listDashboardActivity(
  ctx: ProjectContext,
  page: PageRequest,
  dashboardId?: number,
): Promise<Page<Activity>> {
  authorizeAny(ctx.actor, ['dashboard:read', 'activity_log:read'])
  return ctx.store.read(async (tx) => {
    if (dashboardId === undefined) return tx.activity.list(ctx.project.id, { scope: 'Dashboard' }, page)
    const isId = Number.isSafeInteger(dashboardId)
    if (!isId || !(await tx.dashboards.find(ctx.project.id, dashboardId))) throw notFound()
    return tx.activity.list(ctx.project.id, { scope: 'Dashboard', itemId: String(dashboardId) }, page)
  })
}
