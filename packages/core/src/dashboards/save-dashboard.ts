import type { ProjectContext } from '../context.ts'
import type { Transaction } from '../storage/store.ts'
import type { Dashboard, NewDashboard } from './dashboard.ts'
import { dashboardChanged, dashboardCreated } from './dashboard-activity.ts'
import { dashboardIndex } from './dashboard-index.ts'
import { type TileChange, tileFieldChanges } from './tile-change.ts'

/** Stores a new dashboard with its activity entry. */
export async function insertDashboard(tx: Transaction, ctx: ProjectContext, draft: NewDashboard): Promise<Dashboard> {
  const dashboard = await tx.dashboards.insert(draft, dashboardIndex(draft))
  await tx.activity.append(dashboardCreated(ctx, dashboard))
  return dashboard
}

/** Stores a changed dashboard, or one whose tiles changed, as its next version, with its activity entry. */
export async function saveDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  before: Dashboard,
  next: Dashboard,
  tileChanges: readonly TileChange[] = [],
): Promise<Dashboard> {
  const saved: Dashboard = { ...next, version: before.version + 1 }
  await tx.dashboards.update(saved, dashboardIndex(saved))
  await tx.activity.append(dashboardChanged(ctx, before, saved, tileFieldChanges(tileChanges)))
  return saved
}
