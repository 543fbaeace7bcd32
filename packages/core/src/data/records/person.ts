import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** What is known about a person: laid under the properties of a request when flags are evaluated here. */
export interface Person {
  readonly projectId: number
  readonly distinctId: string
  readonly properties: JsonObject
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** What is known about a group, such as a company. */
export interface Group {
  readonly projectId: number
  /** Place of the group's type in the project's list, 0 to 4. */
  readonly groupTypeIndex: number
  readonly key: string
  readonly properties: JsonObject
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}
