import type { ProjectContext } from '../../context.ts'
import type { Flag } from '../../flags/flag.ts'
import type { FlagQuery } from '../../flags/flag-query.ts'
import { saveFlag } from '../../flags/save-flag.ts'
import type { ReadTransaction, Transaction } from '../../storage/store.ts'

const ALL = { limit: 1000, offset: 0 }

/** The live flags whose usage the dashboard shows: one, or none. */
export async function usageFlags(ctx: ProjectContext, dashboardId: number): Promise<readonly Flag[]> {
  return ctx.store.read((tx) => flagsShown(tx, ctx, dashboardId))
}

/** Takes a dashboard that is being deleted off the flags that point at it (DASH-60). */
export async function clearUsageDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  dashboardId: number,
  projectVersion: number,
): Promise<void> {
  for (const flag of await flagsShown(tx, ctx, dashboardId)) {
    await saveFlag(tx, ctx, flag, { ...flag, usageDashboardId: null }, projectVersion)
  }
}

async function flagsShown(tx: ReadTransaction, ctx: ProjectContext, dashboardId: number): Promise<readonly Flag[]> {
  if (!Number.isSafeInteger(dashboardId)) return []
  const query: FlagQuery = { usageDashboardId: dashboardId, order: { field: 'id', descending: false } }
  return (await tx.flags.list(ctx.project.id, query, ALL)).items
}
