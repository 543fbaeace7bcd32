import type { Transaction } from '../../../data/store.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { dashboardsShowing } from '../authorize-content-edit.ts'
import { loadContents } from '../dashboard-contents.ts'
import { refuseTooManyTiles } from './place-tile.ts'

/**
 * Refuses a restored insight if its dashboards are full by now (DASH-11). The dashboards are locked, so that no
 * transaction adds a tile before the commit. If two transactions deadlock, the store retries one.
 */
export async function refuseOverfull(
  tx: Transaction,
  ctx: Pick<ProjectContext, 'project'>,
  insightId: number,
): Promise<void> {
  const dashboards = await dashboardsShowing(tx, ctx.project.id, { kind: 'insight', insightId })
  for (const { id } of dashboards.toSorted((a, b) => a.id - b.id)) {
    const dashboard = await tx.dashboards.lock(ctx.project.id, id)
    if (dashboard && !dashboard.deleted) refuseTooManyTiles((await loadContents(tx, dashboard)).live.length)
  }
}
