import type { Flag } from '../../data/records/flag.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { FlagEntry } from './export-document.ts'
import type { FieldDifference } from './import-plan.ts'
import type { ParsedEntry } from './parse-document.ts'

/** A flag of the document beside the one that there is. */
export interface WantedFlag {
  readonly entry: ParsedEntry
  readonly flagKey: string
  /** Its fields as an export would have them. */
  readonly fields: JsonObject
  readonly found: Flag | undefined
  readonly current: FlagEntry | undefined
  readonly differences: readonly FieldDifference[]
}

/** The flags of a document in the order of writing. */
export interface FlagOrder {
  readonly ordered: readonly WantedFlag[]
  /** Keys of the flags that those which are written depend on, directly or not. */
  readonly needed: ReadonlySet<string>
}
