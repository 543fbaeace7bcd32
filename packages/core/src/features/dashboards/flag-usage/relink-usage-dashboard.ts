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
 * Points a flag again at the dashboard of its usage that is being restored, and lets that follow the flag to the key it
 * has by now; the project is locked (DASH-67).
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
  // Whoever may not edit the flag restores the dashboard alone.
  if (!isAllowed(ctx.actor, 'feature_flag:write')) return
  if (!(await flagAccess(tx, ctx, access, [flag]))(flag).canEdit) return
  const linked = { ...flag, usageDashboardId: dashboard.id }
  await saveFlag(tx, ctx, flag, linked, await raiseVersion())
  if (flag.key !== key) await renameUsageDashboard(tx, ctx, { ...linked, key }, flag.key)
}

/** The live flag that pointed at the dashboard, of those that have the key by now or were counted under it. */
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

/** Anybody may give a flag the key, and say when it was made; its activity tells what it pointed at. */
async function pointedAt(tx: ReadTransaction, { projectId, id }: Flag, dashboardId: number): Promise<boolean> {
  const query: ActivityQuery = { scope: 'FeatureFlag', itemId: String(id) }
  const { items } = await tx.activity.list(projectId, query, { limit: MOST_ENTRIES, offset: 0 })
  const changes = items.flatMap(({ detail }) => detail.changes)
  return changes.some(({ field, before }) => field === 'usageDashboardId' && before === dashboardId)
}

/** A flag that was changed more often since can be given another dashboard. */
const MOST_ENTRIES = 1000
