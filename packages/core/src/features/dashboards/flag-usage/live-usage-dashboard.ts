import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { ReadTransaction } from '../../../data/store.ts'

/** Returns the dashboard that a flag references, unless it was deleted. */
export async function liveUsageDashboard(
  tx: ReadTransaction,
  { projectId, usageDashboardId }: Flag,
): Promise<Dashboard | undefined> {
  if (usageDashboardId === null) return undefined
  const dashboard = await tx.dashboards.find(projectId, usageDashboardId)
  return dashboard?.deleted ? undefined : dashboard
}
