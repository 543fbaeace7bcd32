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

/** What is to be written of an edit. */
export interface ResolvedEdit {
  readonly sent: CheckedFlagInput
  /** Of an edit that others came before: then filters in `sent` are whole. */
  readonly sides?: Sides<FlagFields>
}

/**
 * Decides between what a client sends and what others wrote since it read the flag: what only one of them changed is
 * merged, what both changed is a conflict (FLAG-23). Fields that the client sent back as it had read them are dropped, so
 * that a stale form does not undo another person's change (FLAG-25). That the flag was deleted since is a conflict for
 * all who do not say that they know of it (FLAG-28). Only an edit that says a version that is not stored waits for anything.
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
  // What is merged is checked: each part comes from what is stored, or from what was sent.
  const merged = Object.fromEntries(changed.map(({ field, value }) => [field, value])) as CheckedFlagInput
  return { sent: merged, sides }
}

interface StaleEdit {
  readonly before: Flag
  readonly theirs: FlagFields
  readonly sent: CheckedFlagInput
}

/** The fields as the client read them: as it says itself, and for what it does not, as the history has them. */
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
 * Filters as the client read them. Of a key that is sent, that it does not list and history does not tell, nobody knows
 * whether it came since or is to go, so that nothing is known of them at all.
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
