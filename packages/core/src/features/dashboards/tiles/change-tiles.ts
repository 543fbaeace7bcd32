import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Transaction } from '../../../data/store.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DashboardContents, loadContents } from '../dashboard-contents.ts'
import { type ChangeDashboardOptions, lockForEdit } from '../lock-dashboard.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { type TileChange, tileFieldChanges } from './tile-change.ts'

/** The changes of tiles of a locked dashboard, and the result after the dashboard is saved. */
export interface TileWork<T> {
  readonly changes: readonly TileChange[]
  readonly answer: (saved: Dashboard, access: ProjectAccess) => Promise<T>
}

/** Changes tiles of one live dashboard that the caller may edit. All changes are stored, or none. */
export async function changeTiles<T>(
  ctx: ProjectContext,
  dashboardId: number,
  options: ChangeDashboardOptions,
  work: (
    tx: Transaction,
    dashboard: Dashboard,
    contents: DashboardContents,
    access: ProjectAccess,
  ) => Promise<TileWork<T>>,
): Promise<T> {
  authorize(ctx.actor, 'dashboard:write')
  return writeStore(ctx, async (tx) => {
    const { access, dashboard } = await lockForEdit(tx, ctx, dashboardId, options)
    const { changes, answer } = await work(tx, dashboard, await loadContents(tx, dashboard), access)
    return answer(await saveDashboard(tx, ctx, dashboard, dashboard, tileFieldChanges(changes)), access)
  })
}
