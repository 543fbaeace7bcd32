import type { JsonValue } from '../../foundation/json/json-value.ts'

/** Properties by name; undefined ones count as missing. */
export type Properties = { readonly [name: string]: JsonValue | undefined }

/** Data about a user other than properties. */
export interface PersonMetadata {
  /** When the user was first seen, as RFC 3339 text. */
  readonly created_at?: string
}

/** The user for whom a flag is evaluated, with their groups. */
export interface Subject {
  readonly distinctId: string
  /** The properties of the user; `distinct_id` is added if it is missing. */
  readonly properties?: Properties
  /** The keys of groups by the name of their type: `{ organization: 'acme' }`. */
  readonly groups?: { readonly [groupType: string]: string | number }
  readonly groupProperties?: { readonly [groupType: string]: Properties }
  readonly deviceId?: string
  /** The id of this user before signing in, for flags whose result must not change when the user signs in. */
  readonly anonDistinctId?: string
  /** The stored bucketing id of the user for such a flag, by flag key. It takes precedence over `anonDistinctId`. */
  readonly hashKeyOverrides?: { readonly [flagKey: string]: string }
  /** Ids of the static cohorts that the user is in. */
  readonly cohortIds?: readonly (number | string)[]
  /** Data about the user other than properties. */
  readonly personMetadata?: PersonMetadata
}
