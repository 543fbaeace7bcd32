import type { JsonDelta } from '../../foundation/json/json-delta.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** The kinds of records that activity entries are about. */
export const ACTIVITY_SCOPES = ['FeatureFlag', 'Cohort', 'Role', 'Project', 'Dashboard', 'Insight'] as const

/** The kind of record that an activity entry is about. */
export type ActivityScope = (typeof ACTIVITY_SCOPES)[number]

/** The kinds of records that activity entries of an organization are about. */
export const ORGANIZATION_ACTIVITY_SCOPES = [
  'Organization',
  'OrganizationMembership',
  'OrganizationInvite',
  'PersonalAPIKey',
  'Role',
] as const

/** The kind of record that an activity entry of an organization is about. */
export type OrganizationActivityScope = (typeof ORGANIZATION_ACTIVITY_SCOPES)[number]

/** The change of a record. */
export type ActivityVerb = 'created' | 'updated' | 'deleted' | 'restored'

/** One changed field. `created` had no value before, `deleted` has none after. */
export interface FieldChange {
  readonly type: ActivityScope | OrganizationActivityScope
  readonly action: 'changed' | 'created' | 'deleted'
  /** The field's name in camel case, such as `evaluationRuntime`. */
  readonly field: string
  readonly before: JsonValue
  readonly after: JsonValue
}

/** The changed fields of a record, and its current name. */
export interface ActivityDetail {
  readonly changes: readonly FieldChange[]
  readonly trigger: JsonValue
  readonly type: string | null
  /** The name of the record after the change: for a flag, its key. */
  readonly name: string | null
  readonly shortId: string | null
}

/** One change of a record by a user or the system. Entries are append-only. */
export interface Activity {
  /** UUID. */
  readonly id: string
  readonly projectId: number
  /** null: the system. */
  readonly user: { readonly firstName: string; readonly email: string } | null
  readonly verb: ActivityVerb
  readonly scope: ActivityScope
  readonly itemId: string
  readonly detail: ActivityDetail
  readonly createdAt: Timestamp
}

/** The version that a change created, and the step back to the previous one. One of `undo` and `before` is null. */
export interface VersionStep {
  readonly version: number
  /** Transforms the state of this version into that of the previous one; also null if there was none. */
  readonly undo: JsonDelta | null
  /** The whole previous state, which is written at intervals to limit the number of steps back: a keyframe. */
  readonly before: JsonObject | null
  /** The size of the steps since the last keyframe, in characters of JSON. */
  readonly walk: number
}

/** An entry as it is stored. `detail.changes` omits changes that can be derived from `step`. */
export interface LoggedActivity extends Activity {
  /** null: the record has no versions, or the entry is older than versions. */
  readonly step: VersionStep | null
}

/** An entry that is not written yet. The store saves the id of the user and joins the name when the entry is read. */
export type NewActivity = Omit<LoggedActivity, 'user'> & { readonly userId: number | null }
