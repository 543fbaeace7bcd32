import type { Flag } from '../../../data/records/flag.ts'
import type { FlagQuery } from '../../../data/records/flag-query.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeFlagEdit } from '../../../runtime/access/flag-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { saveFlag } from '../../flags/save-flag.ts'

const ALL = { limit: 1000, offset: 0 }

/**
 * Unlinks a dashboard that is being deleted from the flags that reference it, which changes these flags. The project
 * must be locked (DASH-60).
 */
export async function clearUsageDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  dashboardId: number,
  raiseVersion: () => Promise<number>,
): Promise<void> {
  const flags = await flagsShown(tx, ctx, dashboardId)
  if (flags.length === 0) return
  authorize(ctx.actor, 'feature_flag:write')
  for (const flag of flags) await authorizeFlagEdit(tx, ctx, flag)
  const projectVersion = await raiseVersion()
  for (const flag of flags) {
    await saveFlag(tx, ctx, flag, { ...flag, usageDashboardId: null }, projectVersion)
  }
}

/** Returns the live flags whose usage the dashboard shows: at most one. */
async function flagsShown(tx: ReadTransaction, ctx: ProjectContext, dashboardId: number): Promise<readonly Flag[]> {
  const query: FlagQuery = { usageDashboardId: dashboardId, order: { field: 'id', descending: false } }
  return (await tx.flags.list(ctx.project.id, query, ALL)).items
}
