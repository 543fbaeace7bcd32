import type { Flag } from '../../data/records/flag.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { FlagEntry } from './export-document.ts'
import type { FieldDifference } from './import-plan.ts'
import type { ParsedEntry } from './parse-document.ts'

/** A flag of the document, with the stored flag. */
export interface WantedFlag {
  readonly entry: ParsedEntry
  readonly flagKey: string
  /** The fields in the form of an export. */
  readonly fields: JsonObject
  readonly found: Flag | undefined
  readonly current: FlagEntry | undefined
  readonly differences: readonly FieldDifference[]
}

/** The flags of a document in the order in which they are written. */
export interface FlagOrder {
  readonly ordered: readonly WantedFlag[]
  /** Keys of the flags that written flags depend on, directly or indirectly. */
  readonly needed: ReadonlySet<string>
}
