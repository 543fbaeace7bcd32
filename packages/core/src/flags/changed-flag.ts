import type { ProjectContext } from '../context.ts'
import type { ReadTransaction } from '../storage/store.ts'
import type { FilterInput } from './filters/filter-structure.ts'
import { mergeFilters, normalizeFilters } from './filters/normalize-filters.ts'
import type { Flag } from './flag.ts'
import { resolveConflict } from './flag-conflict.ts'
import { type CheckedFlagInput, refuseIfAny } from './flag-input.ts'
import { restoredKey } from './flag-key.ts'
import { withSealedPayloads, withVisiblePayloads } from './sealed-payloads.ts'
import { storedViolations } from './stored-violations.ts'

export interface FlagChangeOptions {
  /** Replace the filters whole instead of merging them key by key: what is not sent is gone (FLAG-27). */
  readonly replaceFilters?: boolean
}

/** The flag as an update would leave it, its payloads sealed. Refuses what an update refuses, and writes nothing. */
export async function changedFlag(
  tx: ReadTransaction,
  ctx: ProjectContext,
  before: Flag,
  sent: CheckedFlagInput,
  options: FlagChangeOptions = {},
): Promise<Flag> {
  const written = resolveConflict(await withVisiblePayloads(ctx, before), sent)
  const next = await laidOver(tx, before, written, options)
  refuseIfAny(await storedViolations(tx, ctx, next, before))
  return withSealedPayloads(ctx, next, before)
}

/** The flag with what was sent laid over it. */
async function laidOver(
  tx: ReadTransaction,
  before: Flag,
  sent: CheckedFlagInput,
  { replaceFilters = false }: FlagChangeOptions,
): Promise<Flag> {
  const { filters, tags, analyticsDashboards, version: _, originalFlag: __, creationContext: ___, ...fields } = sent
  const lay = replaceFilters ? normalizeFilters : (laid: FilterInput) => mergeFilters(before.filters, laid)
  const next: Flag = {
    ...before,
    ...fields,
    ...(filters && Object.keys(filters).length > 0 ? { filters: lay(filters) } : {}),
    ...(tags ? { tags } : {}),
    // Sending dashboards only ever adds links, as every client of this API expects.
    ...(analyticsDashboards
      ? { analyticsDashboardIds: [...new Set([...before.analyticsDashboardIds, ...analyticsDashboards])] }
      : {}),
    ...(sent.active === true && sent.performedRollback === undefined ? { performedRollback: false } : {}),
  }
  const isRestored = before.deleted && !next.deleted && sent.key === undefined
  return isRestored ? { ...next, key: await restoredKey(tx, before) } : next
}
