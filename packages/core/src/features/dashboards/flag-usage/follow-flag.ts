import type { Flag } from '../../../data/records/flag.ts'
import type { Transaction } from '../../../data/store.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { liveUsageDashboard } from './live-usage-dashboard.ts'
import { renameUsageDashboard } from './rename-usage-dashboard.ts'

/**
 * Updates the usage dashboard of a flag for a change of the flag, and returns the flag to store. The dashboard follows
 * the flag to a new key. A restored flag does not reference a dashboard that was deleted in the meantime.
 */
export async function followFlag(tx: Transaction, ctx: ProjectContext, before: Flag, next: Flag): Promise<Flag> {
  if (next.key !== before.key) await renameUsageDashboard(tx, ctx, before, next.key)
  if (!before.deleted || next.deleted || next.usageDashboardId === null) return next
  return (await liveUsageDashboard(tx, next)) ? next : { ...next, usageDashboardId: null }
}
