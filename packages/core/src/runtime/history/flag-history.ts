import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { toldFields, type VersionedField, versionedFields } from '../../data/records/record-field.ts'
import { originalKey } from '../../data/records/tombstone-key.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { documentOf, type VersionedKind } from './versioned-kind.ts'

const VERSIONED_FIELDS = versionedFields(FLAG_FIELDS)

/** What the versions of a flag are about. */
export type FlagState = Pick<Flag, VersionedField<typeof FLAG_FIELDS>>

/**
 * The versions of flags. The key is the one that the flag had or would get back: that a deleted flag made room for
 * another is no version (FLAG-14).
 */
export const FLAG_HISTORY: VersionedKind<Flag> = {
  scope: 'FeatureFlag',
  told: toldFields(FLAG_FIELDS),
  tellsEveryVersion: true,
  unversionedField: undefined,
  find: (tx, projectId, id) => tx.flags.find(projectId, id),
  stateOf: (flag) => ({ ...documentOf(flag, VERSIONED_FIELDS), key: originalKey(flag) }),
  isSideEffect: (field, before, after) => field === 'performedRollback' && isRollbackEnded(before, after),
}

/** Enabling a flag ends its rollback, also where there was none (FLAG-26). */
function isRollbackEnded(before: JsonObject, after: JsonObject): boolean {
  const isEnabled = before.active === false && after.active === true
  return after.performedRollback === false && (before.performedRollback === null || isEnabled)
}

/** What entries tell of a flag besides what follows from its states. */
export const FLAG_FIELDS_BESIDE = toldFields(FLAG_FIELDS).filter(
  (field) => field !== 'version' && !VERSIONED_FIELDS.includes(field),
)
