import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { Sides } from '../../foundation/json/merge-values.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import {
  type FlagChangeOptions,
  fieldsAtVersion,
  fieldsLaidOver,
  fieldsRead,
  fieldsSent,
  flagFieldsOf,
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
  const theirs = flagFieldsOf(await withVisiblePayloads(ctx, before))
  const base = await fieldsBefore(tx, ctx, before, sent)
  const sides = { base, theirs, mine: fieldsLaidOver({ ...theirs, ...base }, sent, options) }
  if (before.deleted && sent.deleted !== true && base.deleted !== true) {
    throw flagConflict(before, { sides, paths: ['deleted'], fields: ['deleted'] })
  }
  const changed = mergeFlagEdit(sides)
  refuseOverlaps(before, sides, changed, sent.version ?? 0)
  // What is merged is checked: each part comes from what is stored, or from what was sent.
  const merged = Object.fromEntries(changed.map(({ field, value }) => [field, value])) as CheckedFlagInput
  return { sent: merged, sides }
}

/** The fields as the client read them: as it says itself, and for what it does not, as the history has them. */
async function fieldsBefore(
  tx: ReadTransaction,
  ctx: ProjectContext,
  before: Flag,
  sent: CheckedFlagInput,
): Promise<FlagFields> {
  const read = fieldsRead(sent.originalFlag, ctx.limits)
  const needed = [...Object.keys(fieldsSent(sent)), ...(before.deleted ? ['deleted'] : [])]
  if (needed.every((field) => Object.hasOwn(read, field))) return read
  return { ...(await fieldsAtVersion(tx, ctx, before, sent.version ?? 0)), ...read }
}

function refuseOverlaps(before: Flag, sides: Sides<FlagFields>, changed: readonly FieldMerge[], version: number): void {
  const contested = changed.filter(({ overlaps }) => overlaps.length > 0)
  if (contested.length === 0) return
  const paths = contested.flatMap(({ overlaps }) => overlaps)
  const fields = contested.map(({ field }) => field)
  const isKnown = fields.every((field) => Object.hasOwn(sides.base, field))
  const reason = isKnown ? '' : ` What it was at version ${version} is not known.`
  throw flagConflict(before, { sides, paths, fields }, reason)
}
