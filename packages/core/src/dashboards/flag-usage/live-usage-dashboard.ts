import type { Flag } from '../../flags/flag.ts'
import type { ReadTransaction } from '../../storage/store.ts'
import type { Dashboard } from '../dashboard.ts'

/** The dashboard that a flag points at, unless it was deleted. */
export async function liveUsageDashboard(
  tx: ReadTransaction,
  { projectId, usageDashboardId }: Flag,
): Promise<Dashboard | undefined> {
  if (usageDashboardId === null) return undefined
  const dashboard = await tx.dashboards.find(projectId, usageDashboardId)
  return dashboard?.deleted ? undefined : dashboard
}
