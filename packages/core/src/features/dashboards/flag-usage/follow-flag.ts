import type { Flag } from '../../../data/records/flag.ts'
import type { Transaction } from '../../../data/store.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { liveUsageDashboard } from './live-usage-dashboard.ts'
import { renameUsageDashboard } from './rename-usage-dashboard.ts'

/**
 * What the usage dashboard of a flag has to do with a change of the flag: it follows the flag to a new key, and a
 * flag that is restored does not point at one that was deleted meanwhile. Answers the flag to store.
 */
export async function followFlag(tx: Transaction, ctx: ProjectContext, before: Flag, next: Flag): Promise<Flag> {
  if (next.key !== before.key) await renameUsageDashboard(tx, ctx, before, next.key)
  if (!before.deleted || next.deleted || next.usageDashboardId === null) return next
  return (await liveUsageDashboard(tx, next)) ? next : { ...next, usageDashboardId: null }
}
