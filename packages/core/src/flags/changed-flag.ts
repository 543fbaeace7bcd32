import type { ProjectContext } from '../context.ts'
import type { ReadTransaction } from '../storage/store.ts'
import { mergeFilters } from './filters/normalize-filters.ts'
import type { Flag } from './flag.ts'
import { resolveConflict } from './flag-conflict.ts'
import { type CheckedFlagInput, refuseIfAny } from './flag-input.ts'
import { restoredKey } from './flag-key.ts'
import { withSealedPayloads, withVisiblePayloads } from './sealed-payloads.ts'
import { storedViolations } from './stored-violations.ts'

/** The flag as an update would leave it, its payloads sealed. Refuses what an update refuses, and writes nothing. */
export async function changedFlag(
  tx: ReadTransaction,
  ctx: ProjectContext,
  before: Flag,
  sent: CheckedFlagInput,
): Promise<Flag> {
  const next = await laidOver(tx, before, resolveConflict(await withVisiblePayloads(ctx, before), sent))
  refuseIfAny(await storedViolations(tx, ctx, next, before))
  return withSealedPayloads(ctx, next, before)
}

/** The flag with what was sent laid over it. */
async function laidOver(tx: ReadTransaction, before: Flag, sent: CheckedFlagInput): Promise<Flag> {
  const { filters, tags, analyticsDashboards, version: _, originalFlag: __, creationContext: ___, ...fields } = sent
  const next: Flag = {
    ...before,
    ...fields,
    ...(filters && Object.keys(filters).length > 0 ? { filters: mergeFilters(before.filters, filters) } : {}),
    ...(tags ? { tags } : {}),
    // Sending dashboards only ever adds links, as every client of this API expects.
    ...(analyticsDashboards
      ? { analyticsDashboardIds: [...new Set([...before.analyticsDashboardIds, ...analyticsDashboards])] }
      : {}),
    ...(sent.active === true ? { performedRollback: false } : {}),
  }
  const isRestored = before.deleted && !next.deleted && sent.key === undefined
  return isRestored ? { ...next, key: await restoredKey(tx, before) } : next
}
