import type { Transaction } from '../../../data/store.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { dashboardsShowing } from '../authorize-content-edit.ts'
import { loadContents } from '../dashboard-contents.ts'
import { refuseTooManyTiles } from './place-tile.ts'

/**
 * Refuses an insight that was just brought back where others took its room meanwhile (DASH-11). The dashboards are
 * locked, so that nobody adds a tile before the commit; of two who wait for each other, the store lets one begin again.
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
