import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Sides } from '../../foundation/json/merge-values.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { mergeFilters, normalizeFilters } from '../filters/normalize-filters.ts'
import {
  type FlagChangeOptions,
  fieldsAtVersion,
  fieldsLaidOver,
  fieldsRead,
  fieldsSent,
  filterKeysSent,
  filtersRead,
  flagFieldsOf,
  hasKey,
} from './edit-sides.ts'
import { flagConflict } from './flag-conflict.ts'
import type { CheckedFlagInput } from './flag-input.ts'
import { type FieldMerge, type FlagFields, mergeFlagEdit } from './merge-flag-edit.ts'
import { withVisiblePayloads } from './sealed-payloads.ts'

/** The result of resolving an edit. */
export interface ResolvedEdit {
  readonly sent: CheckedFlagInput
  /** Set when the flag was changed before the edit; filters in `sent` are then complete. */
  readonly sides?: Sides<FlagFields>
}

/**
 * Merges the input of a client with changes since the client read the flag.
 * - A field that only one side changed is merged; a field that both changed is a conflict (FLAG-23).
 * - Fields that the client sent back unchanged are dropped, so that a stale form does not revert another user's
 *   change (FLAG-25).
 * - A deletion since then is a conflict, unless the client states that it knows of it (FLAG-28).
 *
 * It queries and yields only if the edit names a version other than the stored one.
 */
export async function resolveEdit(
  tx: ReadTransaction,
  ctx: ProjectContext,
  before: Flag,
  sent: CheckedFlagInput,
  options: FlagChangeOptions,
): Promise<ResolvedEdit> {
  if (sent.version === undefined || sent.version === before.version) return { sent }
  const slice = timeSlice()
  const theirs = flagFieldsOf(await withVisiblePayloads(ctx, before))
  await slice.yieldIfOver()
  const base = await fieldsBefore(tx, ctx, { before, theirs, sent }, options)
  await slice.yieldIfOver()
  const sides = { base, theirs, mine: fieldsLaidOver({ ...theirs, ...base }, sent, options) }
  if (before.deleted && sent.deleted !== true && base.deleted !== true) {
    throw flagConflict(before, { sides, paths: ['deleted'], fields: ['deleted'] })
  }
  await slice.yieldIfOver()
  const changed = mergeFlagEdit(sides)
  refuseOverlaps(before, sides, changed, sent.version ?? 0)
  // The merged fields are valid: each part comes from the stored flag, or from the input.
  const merged = Object.fromEntries(changed.map(({ field, value }) => [field, value])) as CheckedFlagInput
  return { sent: merged, sides }
}

interface StaleEdit {
  readonly before: Flag
  readonly theirs: FlagFields
  readonly sent: CheckedFlagInput
}

/** Returns the fields as the client read them: from its input, and otherwise from the history. */
async function fieldsBefore(
  tx: ReadTransaction,
  ctx: ProjectContext,
  { before, theirs, sent }: StaleEdit,
  options: FlagChangeOptions,
): Promise<FlagFields> {
  const read = fieldsRead(sent.originalFlag)
  const listed = filtersRead(sent.originalFlag, ctx.limits)
  const stored = theirs.filters as unknown as FlagFilters // in stored form
  const keys = filterKeysSent(sent, stored, options).filter((key) => !listed || !Object.hasOwn(listed, key))
  const needed = Object.keys(fieldsSent(sent)).filter((field) => field !== 'filters')
  if (before.deleted) needed.push('deleted')
  const isAllListed = keys.length === 0 && needed.every((field) => Object.hasOwn(read, field))
  const past = isAllListed ? {} : await fieldsAtVersion(tx, ctx, before, sent.version ?? 0)
  const isUnknown = keys.some((key) => hasKey(stored, key))
  const filters = filtersBefore(past.filters as unknown as FlagFilters | undefined, listed, isUnknown)
  return { ...past, ...read, ...(filters ? { filters: filters as unknown as JsonValue } : {}) }
}

/**
 * Returns filters as the client read them. If a sent key is neither listed by the client nor in the history, all
 * filters are unknown: the key could have been added since, or be removed by the edit.
 */
function filtersBefore(
  past: FlagFilters | undefined,
  listed: FilterInput | undefined,
  isUnknown: boolean,
): FlagFilters | undefined {
  if (!listed) return past
  if (past) return mergeFilters(past, listed)
  return isUnknown ? undefined : normalizeFilters(listed)
}

function refuseOverlaps(before: Flag, sides: Sides<FlagFields>, changed: readonly FieldMerge[], version: number): void {
  const contested = changed.filter(({ overlaps }) => overlaps.length > 0)
  if (contested.length === 0) return
  const paths = contested.flatMap(({ overlaps }) => overlaps)
  const fields = contested.map(({ field }) => field)
  const isKnown = fields.every((field) => Object.hasOwn(sides.base, field))
  const reason = isKnown ? '' : ` Version ${version} is not available for comparison.`
  throw flagConflict(before, { sides, paths, fields }, reason)
}
