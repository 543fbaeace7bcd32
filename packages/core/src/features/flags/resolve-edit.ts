import type { Flag } from '../../data/records/flag.ts'
import type { Sides } from '../../foundation/json/merge-values.ts'
import { type FlagChangeOptions, fieldsLaidOver, fieldsRead, flagFieldsOf } from './edit-sides.ts'
import { flagConflict } from './flag-conflict.ts'
import type { CheckedFlagInput } from './flag-input.ts'
import { type FlagFields, mergeFlagEdit } from './merge-flag-edit.ts'

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
 * all who do not say that they know of it (FLAG-28).
 */
export function resolveEdit(current: Flag, sent: CheckedFlagInput, options: FlagChangeOptions): ResolvedEdit {
  if (sent.version === undefined || sent.version === current.version) return { sent }
  const theirs = flagFieldsOf(current)
  const read = fieldsRead(sent.originalFlag)
  const base = { ...theirs, ...read }
  const sides = { base, theirs, mine: fieldsLaidOver(base, sent, options) }
  if (current.deleted && sent.deleted !== true && read.deleted !== true) {
    throw flagConflict(current, { sides, paths: ['deleted'], fields: ['deleted'] })
  }
  const changed = mergeFlagEdit(sides)
  const contested = changed.filter(({ overlaps }) => overlaps.length > 0)
  if (contested.length > 0) {
    const paths = contested.flatMap(({ overlaps }) => overlaps)
    throw flagConflict(current, { sides, paths, fields: contested.map(({ field }) => field) })
  }
  // What is merged is checked: each part comes from what is stored, or from what was sent.
  const merged = Object.fromEntries(changed.map(({ field, value }) => [field, value])) as CheckedFlagInput
  return { sent: merged, sides }
}
