import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { toldFields, type VersionedField, versionedFields } from '../../data/records/record-field.ts'
import { originalKey } from '../../data/records/tombstone-key.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { documentOf, type VersionedKind } from './versioned-kind.ts'

const VERSIONED_FIELDS = versionedFields(FLAG_FIELDS)

/** The fields of a flag that its versions contain. */
export type FlagState = Pick<Flag, VersionedField<typeof FLAG_FIELDS>>

/**
 * The versions of flags. Their key is the one that the flag had or would get back: when a deleted flag releases its key
 * to another flag, that is no version (FLAG-14).
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

/** Whether enabling a flag ended its rollback, even if there was none (FLAG-26). */
function isRollbackEnded(before: JsonObject, after: JsonObject): boolean {
  const isEnabled = before.active === false && after.active === true
  return after.performedRollback === false && (before.performedRollback === null || isEnabled)
}

/** The fields that activity entries report in addition to those that follow from the states of a flag. */
export const FLAG_FIELDS_BESIDE = toldFields(FLAG_FIELDS).filter(
  (field) => field !== 'version' && !VERSIONED_FIELDS.includes(field),
)
