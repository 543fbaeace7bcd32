import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { mergeFilters, normalizeFilters } from '../filters/normalize-filters.ts'
import { resolveConflict } from './flag-conflict.ts'
import type { CheckedFlagInput } from './flag-input.ts'
import { restoredKey } from './flag-key.ts'
import { judgeFlag } from './judge-flag.ts'
import { withSealedPayloads, withVisiblePayloads } from './sealed-payloads.ts'

export interface FlagChangeOptions {
  /** Replace the filters whole instead of merging them key by key: what is not sent is gone (FLAG-27). */
  readonly replaceFilters?: boolean
}

export interface ChangedFlag {
  readonly next: Flag
  /** What was wrong with the flag before, and still is (FLAG-29). */
  readonly warnings: readonly Violation[]
}

/** The flag as an update would leave it, its payloads sealed. Refuses what an update refuses, and writes nothing. */
export async function changedFlag(
  tx: ReadTransaction,
  ctx: ProjectContext,
  before: Flag,
  sent: CheckedFlagInput,
  options: FlagChangeOptions = {},
): Promise<ChangedFlag> {
  const written = resolveConflict(await withVisiblePayloads(ctx, before), sent)
  const next = await laidOver(tx, before, written, options)
  const { refused, warnings } = await judgeFlag(tx, ctx, next, before)
  refuseIfAny(refused)
  return { next: await withSealedPayloads(ctx, next, before), warnings }
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
    ...(sent.active === true && sent.performedRollback !== true ? { performedRollback: false } : {}),
  }
  const isRestored = before.deleted && !next.deleted && sent.key === undefined
  return isRestored ? { ...next, key: await restoredKey(tx, before) } : next
}
