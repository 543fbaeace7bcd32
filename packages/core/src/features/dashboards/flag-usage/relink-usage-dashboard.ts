import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import type { ActivityQuery } from '../../../data/tables/activity-table.ts'
import { isAllowed } from '../../../runtime/access/authorize.ts'
import { flagAccess } from '../../../runtime/access/flag-access.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { saveFlag } from '../../flags/save-flag.ts'
import { loadContents } from '../dashboard-contents.ts'
import { liveUsageDashboard } from './live-usage-dashboard.ts'
import { renameUsageDashboard } from './rename-usage-dashboard.ts'
import { flagKeyOf } from './usage-insight.ts'

/**
 * Links a usage dashboard that is being restored to its flag again, and updates the dashboard to the current key of the
 * flag. The project must be locked (DASH-67).
 */
export async function relinkUsageDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboard: Dashboard,
  raiseVersion: () => Promise<number>,
): Promise<void> {
  const { insights } = await loadContents(tx, dashboard)
  const key = [...insights.values()].map(flagKeyOf).find((found) => found !== undefined)
  const flag = key === undefined ? undefined : await flagShown(tx, dashboard, key)
  if (!flag || key === undefined || (await liveUsageDashboard(tx, flag))) return
  // Callers without edit access to the flag restore only the dashboard.
  if (!isAllowed(ctx.actor, 'feature_flag:write')) return
  if (!(await flagAccess(tx, ctx, access, [flag]))(flag).canEdit) return
  const linked = { ...flag, usageDashboardId: dashboard.id }
  await saveFlag(tx, ctx, flag, linked, await raiseVersion())
  if (flag.key !== key) await renameUsageDashboard(tx, ctx, { ...linked, key }, flag.key)
}

/**
 * Returns the live flag that referenced the dashboard, among the flags that have the key now or were counted under it.
 */
async function flagShown(tx: ReadTransaction, { projectId, id }: Dashboard, key: string): Promise<Flag | undefined> {
  const renamed = await tx.flags.listUsageKeys(projectId, [key])
  const keys = new Set([
    key,
    ...renamed.filter(({ usageKey, usageOrigin }) => usageKey === key || usageOrigin === key).map((flag) => flag.key),
  ])
  for (const each of keys) {
    const flag = await tx.flags.findLiveByKey(projectId, each)
    if (flag && (await pointedAt(tx, flag, id))) return flag
  }
  return undefined
}

/**
 * Whether the flag referenced the dashboard. The key and the creation time of a flag can be chosen by its creator, so
 * only its activity is evidence.
 */
async function pointedAt(tx: ReadTransaction, { projectId, id }: Flag, dashboardId: number): Promise<boolean> {
  const query: ActivityQuery = { scope: 'FeatureFlag', itemId: String(id) }
  const { items } = await tx.activity.list(projectId, query, { limit: MOST_ENTRIES, offset: 0 })
  const changes = items.flatMap(({ detail }) => detail.changes)
  return changes.some(({ field, before }) => field === 'usageDashboardId' && before === dashboardId)
}

/** The number of entries to search. After more changes, the flag is not found, and can get another dashboard. */
const MOST_ENTRIES = 1000
