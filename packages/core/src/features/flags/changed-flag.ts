import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { type Sides, saySame } from '../../foundation/json/merge-values.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { nearMissViolations } from '../filters/near-miss-keys.ts'
import { withConvertedSettings } from '../filters/older-settings.ts'
import { type FlagChangeOptions, fieldsSent, layFilters } from './edit-sides.ts'
import { flagConflict } from './flag-conflict.ts'
import type { CheckedFlagInput } from './flag-input.ts'
import { restoredKey } from './flag-key.ts'
import { judgeFlag } from './judge-flag.ts'
import type { FlagFields } from './merge-flag-edit.ts'
import { reachWarnings } from './reach-warnings.ts'
import { resolveEdit } from './resolve-edit.ts'
import { withSealedPayloads } from './sealed-payloads.ts'

export interface ChangedFlag {
  readonly next: Flag
  /** Violations that the stored flag already had (FLAG-29). */
  readonly warnings: readonly Violation[]
}

/**
 * Returns the flag as it would be after an update, with encrypted payloads. Rejects whatever an update rejects, and
 * writes nothing. It yields between the steps, each of which reads all filters (OUT-13).
 */
export async function changedFlag(
  tx: ReadTransaction,
  ctx: ProjectContext,
  before: Flag,
  sent: CheckedFlagInput,
  options: FlagChangeOptions = {},
): Promise<ChangedFlag> {
  const slice = timeSlice()
  if (sent.filters) refuseIfAny(nearMissViolations(sent.filters, before.filters))
  const { sent: written, sides } = await resolveEdit(tx, ctx, before, sent, options)
  await slice.yieldIfOver()
  const next = await laidOver(tx, before, written, sides ? { replaceFilters: true } : options)
  await slice.yieldIfOver()
  const { refused, warnings } = await judgeFlag(tx, ctx, next, before)
  await slice.yieldIfOver()
  const [first] = refused
  if (first && sides && (await wasFine(tx, ctx, flagAsRead(before, sides.base), sent, options))) {
    throw flagConflict(before, unfitting(sides), ` Merged with that change, this edit breaks a rule: ${first.detail}`)
  }
  refuseIfAny(refused)
  const sealed = await withSealedPayloads(ctx, next, before)
  return { next: sealed, warnings: [...warnings, ...reachWarnings(next, sent, before)] }
}

/** Returns the flag with the sent fields merged into it. */
async function laidOver(
  tx: ReadTransaction,
  before: Flag,
  sent: CheckedFlagInput,
  options: FlagChangeOptions,
): Promise<Flag> {
  const { filters, tags, analyticsDashboardIds, ...fields } = fieldsSent(sent)
  const next: Flag = {
    ...before,
    ...fields,
    ...(filters ? { filters: laidFilters(before, filters, sent.key, options) } : {}),
    ...(tags ? { tags } : {}),
    // Sending dashboards only adds links, as every client of this API expects.
    ...(analyticsDashboardIds
      ? { analyticsDashboardIds: [...new Set([...before.analyticsDashboardIds, ...analyticsDashboardIds])] }
      : {}),
    ...(sent.active === true && sent.performedRollback !== true ? { performedRollback: false } : {}),
  }
  const isRestored = before.deleted && !next.deleted && sent.key === undefined
  return isRestored ? { ...next, key: await restoredKey(tx, before) } : next
}

function laidFilters(before: Flag, sent: FilterInput, key = before.key, options: FlagChangeOptions): FlagFilters {
  return withConvertedSettings(layFilters(before.filters, sent, options), key, sent, before)
}

/** Whether the edit would be valid if the flag were still as the client read it. */
async function wasFine(
  tx: ReadTransaction,
  ctx: ProjectContext,
  read: Flag,
  sent: CheckedFlagInput,
  options: FlagChangeOptions,
): Promise<boolean> {
  const { refused } = await judgeFlag(tx, ctx, await laidOver(tx, read, sent, options), read)
  return refused.length === 0
}

function flagAsRead(stored: Flag, { analyticsDashboardIds, ...fields }: FlagFields): Flag {
  const read = { ...stored, ...fields, analyticsDashboardIds: analyticsDashboardIds ?? stored.analyticsDashboardIds }
  return read as Flag // with fields in stored form
}

/** Returns the fields that either side changed. */
function unfitting(sides: Sides<FlagFields>) {
  const isChanged = (side: FlagFields, field: string) => !saySame(side[field], sides.base[field])
  const { theirs, mine } = sides
  const paths = Object.keys(mine).filter((field) => isChanged(mine, field))
  const others = Object.keys(theirs).filter((field) => isChanged(theirs, field))
  return { sides, paths, fields: [...new Set([...paths, ...others])] }
}
