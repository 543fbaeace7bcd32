import type { JsonDelta } from '../../foundation/json/json-delta.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Kinds of records that entries are about. */
export const ACTIVITY_SCOPES = ['FeatureFlag', 'Cohort', 'Role', 'Project', 'Dashboard', 'Insight'] as const

/** What an entry is about. */
export type ActivityScope = (typeof ACTIVITY_SCOPES)[number]

/** Kinds of records that entries of an organization are about. */
export const ORGANIZATION_ACTIVITY_SCOPES = [
  'Organization',
  'OrganizationMembership',
  'OrganizationInvite',
  'PersonalAPIKey',
  'Role',
] as const

/** What entries of an organization are about. */
export type OrganizationActivityScope = (typeof ORGANIZATION_ACTIVITY_SCOPES)[number]

/** What was done to a record. */
export type ActivityVerb = 'created' | 'updated' | 'deleted' | 'restored'

/** One field that changed. `created` had no value before, `deleted` has none after. */
export interface FieldChange {
  readonly type: ActivityScope | OrganizationActivityScope
  readonly action: 'changed' | 'created' | 'deleted'
  /** The field's name in camel case, such as `evaluationRuntime`. */
  readonly field: string
  readonly before: JsonValue
  readonly after: JsonValue
}

/** What changed, and what it is called now. */
export interface ActivityDetail {
  readonly changes: readonly FieldChange[]
  readonly trigger: JsonValue
  readonly type: string | null
  /** What the record is called after the change: the key of a flag. */
  readonly name: string | null
  readonly shortId: string | null
}

/** One change that somebody made. Entries are only ever added. */
export interface Activity {
  /** UUID. */
  readonly id: string
  readonly projectId: number
  /** null: the system itself. */
  readonly user: { readonly firstName: string; readonly email: string } | null
  readonly verb: ActivityVerb
  readonly scope: ActivityScope
  readonly itemId: string
  readonly detail: ActivityDetail
  readonly createdAt: Timestamp
}

/** The version of a record that a change made, and how to go back from it. One of `undo` and `before` is null. */
export interface VersionStep {
  readonly version: number
  /** Makes the state of this version into that of the one before; null also where there was nothing before. */
  readonly undo: JsonDelta | null
  /** The whole state before, written now and then so that nobody has to walk back further: a keyframe. */
  readonly before: JsonObject | null
  /** How much there is to walk since the last keyframe, in characters of JSON. */
  readonly walk: number
}

/** An entry as it is kept. What follows from its step is not among `detail.changes`. */
export interface LoggedActivity extends Activity {
  /** null: what changed has no versions, or from before there were any. */
  readonly step: VersionStep | null
}

/** An entry about to be written; the store keeps whose id it was, and joins the name when it is read. */
export type NewActivity = Omit<LoggedActivity, 'user'> & { readonly userId: number | null }
