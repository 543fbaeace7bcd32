import type { ActivityScope } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'

/** A kind of records whose activity is their history. */
export interface VersionedKind<Row extends Versioned = Versioned> {
  readonly scope: ActivityScope
  /** Everything that entries tell of, in the order in which they do. */
  readonly told: readonly string[]
  /** Whether each version has an entry; where not, those without were no change. */
  readonly tellsEveryVersion: boolean
  /**
   * Entries that make no version and still are no gap: those that tell of this field. null: there are none. undefined:
   * numbers alone show a gap, since each version has an entry and every release counts.
   */
  readonly unversionedField: string | null | undefined
  find(tx: ReadTransaction, projectId: number, id: number): Promise<Row | undefined>
  /** What its versions are about: plain data, by the names of its fields. */
  stateOf(record: Row): JsonObject
  /** Whether a field changed only because of another one, so that no entry reports it (ACT-23). */
  isSideEffect?(field: string, before: JsonObject, after: JsonObject): boolean
}

/** Something whose changes are counted. */
export interface Versioned {
  readonly id: number
  /** 1 when it was made. */
  readonly version: number
}

/** Some fields of a record as a document. */
export function documentOf(record: object, fields: readonly string[]): JsonObject {
  const values = record as { readonly [field: string]: JsonValue | undefined } // records are plain data
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
}
