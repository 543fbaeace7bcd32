import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/**
 * The stored properties of a user. Server-side evaluation merges them with those of the request, which take precedence.
 */
export interface Person {
  readonly projectId: number
  readonly distinctId: string
  readonly properties: JsonObject
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** The stored properties of a group, such as a company. */
export interface Group {
  readonly projectId: number
  /** The index of the group's type in the project's list, 0 to 4. */
  readonly groupTypeIndex: number
  readonly key: string
  readonly properties: JsonObject
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}
