import type { JsonValue } from '../../foundation/json/json-value.ts'

/** Properties by name; what is undefined counts as missing. */
export type Properties = { readonly [name: string]: JsonValue | undefined }

/** What is known of a person besides properties. */
export interface PersonMetadata {
  /** When the person was first seen, as RFC 3339 text. */
  readonly created_at?: string
}

/** Who a flag is evaluated for. */
export interface Subject {
  readonly distinctId: string
  /** What is known about the person; `distinct_id` is added when it is missing. */
  readonly properties?: Properties
  /** Key of the group by group type name: `{ organization: 'acme' }`. */
  readonly groups?: { readonly [groupType: string]: string | number }
  readonly groupProperties?: { readonly [groupType: string]: Properties }
  readonly deviceId?: string
  /** The id this person had before signing in, for flags that keep their answer across it. */
  readonly anonDistinctId?: string
  /** By flag key, the id that the person is kept on for such a flag; stored earlier, and stronger than `anonDistinctId`. */
  readonly hashKeyOverrides?: { readonly [flagKey: string]: string }
  /** Ids of the static cohorts that the person is in. */
  readonly cohortIds?: readonly (number | string)[]
  /** What is known about the person besides properties. */
  readonly personMetadata?: PersonMetadata
}
