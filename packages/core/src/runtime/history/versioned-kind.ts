import type { ActivityScope } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'

/** A kind of records whose activity is their history. */
export interface VersionedKind<Row extends Versioned = Versioned> {
  readonly scope: ActivityScope
  /** All fields that entries report, in that order. */
  readonly told: readonly string[]
  /** Whether each version has an entry. If not, versions without an entry changed nothing. */
  readonly tellsEveryVersion: boolean
  /**
   * The field whose changes have entries without a version, which are not a gap in the history. null: there is no such
   * field. undefined: gaps are visible from the numbers alone, because each version has an entry and every release
   * increments the version.
   */
  readonly unversionedField: string | null | undefined
  find(tx: ReadTransaction, projectId: number, id: number): Promise<Row | undefined>
  /** Returns the fields that versions contain, as plain data by name. */
  stateOf(record: Row): JsonObject
  /** Whether a field changed only because another one did, so that no entry reports it (ACT-23). */
  isSideEffect?(field: string, before: JsonObject, after: JsonObject): boolean
}

/** A record with a version number. */
export interface Versioned {
  readonly id: number
  /** 1 for a new record; each change increments it. */
  readonly version: number
}

/** Returns some fields of a record as a document. */
export function documentOf(record: object, fields: readonly string[]): JsonObject {
  const values = record as { readonly [field: string]: JsonValue | undefined } // records are plain data
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
}
