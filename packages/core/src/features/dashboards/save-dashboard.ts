import type { FieldChange } from '../../data/records/activity.ts'
import type { Dashboard, NewDashboard } from '../../data/records/dashboard.ts'
import type { Transaction } from '../../data/store.ts'
import type { ActivityCause } from '../../runtime/activity/activity-entry.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { dashboardChanged, dashboardCreated } from './dashboard-activity.ts'
import { dashboardIndex } from './dashboard-index.ts'
import { dashboardStep } from './versions/dashboard-history.ts'

/** Stores a new dashboard with its activity entry. */
export async function insertDashboard(tx: Transaction, ctx: ProjectContext, draft: NewDashboard): Promise<Dashboard> {
  const dashboard = await tx.dashboards.insert(draft, dashboardIndex(draft))
  await tx.activity.append(dashboardCreated(ctx, dashboard))
  return dashboard
}

/**
 * Stores a changed dashboard as its next version, with an activity entry if anything differs. `changes` are the changes
 * of its contents.
 */
export async function saveDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  before: Dashboard,
  next: Dashboard,
  changes: readonly FieldChange[] = [],
  trigger: ActivityCause['trigger'] = null,
): Promise<Dashboard> {
  const saved: Dashboard = { ...next, version: before.version + 1 }
  await tx.dashboards.update(saved, dashboardIndex(saved))
  const entry = dashboardChanged(ctx, before, saved, changes)
  if (!entry) return saved
  const step = await dashboardStep(tx, before, saved, changes)
  await tx.activity.append({ ...entry, detail: { ...entry.detail, trigger }, step })
  return saved
}
