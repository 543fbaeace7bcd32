import type { ColumnType, GeneratedAlways } from 'kysely'
import type { DashboardSchema } from './dashboard-columns.ts'
import type { FlagColumns } from './flag-columns.ts'

/** Written as a boolean; SQLite returns 0 or 1. `Boolean` reads both. */
export type BooleanColumn = ColumnType<boolean | number, boolean, boolean>
export type NullableBooleanColumn = ColumnType<boolean | number | null, boolean | null, boolean | null>
/**
 * A JSON document as text. Text preserves the order of keys, and can contain escapes that PostgreSQL's JSON type
 * refuses.
 */
export type JsonColumn = string
/** A `Timestamp`: text of fixed width, so that it can be sorted. */
export type TimestampColumn = string

export interface OrganizationColumns {
  id: string
  name: string
  slug: string | null
  default_flag_access_level: number | null
  created_at: TimestampColumn
}

export interface ProjectColumns {
  id: GeneratedAlways<number>
  uuid: string
  organization_id: string
  name: string
  api_token: string
  secret_api_token: string
  timezone: string
  group_types: JsonColumn
  events_add_group_types: ColumnType<boolean | number, boolean | undefined, boolean> // not written before 0008
  stale_not_called_days: ColumnType<number | null, number | null | undefined, number | null> // not written before 0014
  stale_never_called_days: ColumnType<number | null, number | null | undefined, number | null>
  stale_rolled_out_days: ColumnType<number | null, number | null | undefined, number | null>
  property_matching_version: number
  version: number
  created_at: TimestampColumn
}

export interface ProjectVersionColumns {
  project_id: number
  version: number
  tag: string
}

export interface UserColumns {
  id: GeneratedAlways<number>
  uuid: string
  distinct_id: string
  first_name: string
  last_name: string
  email: string
  is_email_verified: NullableBooleanColumn
  created_at: TimestampColumn
  last_seen_at: ColumnType<string | null, never, string>
}

export interface MembershipColumns {
  id: string
  organization_id: string
  user_id: number
  level: number
  joined_at: TimestampColumn
  updated_at: TimestampColumn
}

export interface InvitationColumns {
  id: string
  organization_id: string
  email: string
  first_name: string
  level: number
  role_ids: JsonColumn
  secure_token: string
  created_by_id: number | null
  created_at: TimestampColumn
  expires_at: TimestampColumn
  accepted_at: TimestampColumn | null
}

export interface SessionColumns {
  id: string
  user_id: number
  secure_value: string
  method: string
  browser: string
  created_at: TimestampColumn
  last_used_at: TimestampColumn
  expires_at: TimestampColumn
}

export interface SignInLinkColumns {
  id: string
  user_id: number
  secure_token: string
  created_at: TimestampColumn
  expires_at: TimestampColumn
  used_at: TimestampColumn | null
}

export interface OpenIdAccountColumns {
  id: string
  issuer: string
  subject: string
  user_id: number
  created_at: TimestampColumn
}

export interface EncryptionCheckColumns {
  id: number
  sealed: string
  changed_at: TimestampColumn
}

export interface PasswordColumns {
  user_id: number
  hash: string
  changed_at: TimestampColumn
  known_networks: string
}

export interface PersonalApiKeyColumns {
  id: string
  user_id: number
  label: string
  secure_value: string
  mask_value: string
  scopes: JsonColumn
  scoped_project_ids: JsonColumn
  scoped_organization_ids: JsonColumn
  created_at: TimestampColumn
  expires_at: TimestampColumn | null
  last_used_at: TimestampColumn | null
}

export interface RoleColumns {
  id: string
  organization_id: string
  name: string
  name_lower: string
  flag_access_level: number
  created_at: TimestampColumn
  created_by_id: number | null
}

export interface RoleMembershipColumns {
  id: string
  organization_id: string
  role_id: string
  user_id: number
  joined_at: TimestampColumn
  updated_at: TimestampColumn
}

export interface FlagDependencyColumns {
  project_id: number
  flag_id: number
  depends_on_flag_id: number
}

export interface FlagRoleAccessColumns {
  id: GeneratedAlways<number>
  project_id: number
  organization_id: string
  flag_id: number
  role_id: string
  added_at: TimestampColumn
  updated_at: TimestampColumn
}

export interface CohortColumns {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  name_lower: string
  description: string
  is_static: BooleanColumn
  properties: JsonColumn
  structure_bytes: number
  member_count: number
  deleted: BooleanColumn
  created_by_id: number | null
  created_at: TimestampColumn
  version: number
  project_version: number
}

export interface CohortMemberColumns {
  project_id: number
  cohort_id: number
  distinct_id: string
}

export interface PersonColumns {
  project_id: number
  distinct_id: string
  found_by: string
  properties: JsonColumn
  created_at: TimestampColumn
  updated_at: TimestampColumn
}

export interface GroupColumns {
  project_id: number
  group_type_index: number
  key: string
  found_by: string
  properties: JsonColumn
  created_at: TimestampColumn
  updated_at: TimestampColumn
}

export interface HashKeyOverrideColumns {
  project_id: number
  distinct_id: string
  flag_key: string
  hash_key: string
}

export interface ProjectSizeColumns {
  project_id: number
  bytes: number
  measured_at: TimestampColumn | ''
}

export interface UsageCountColumns {
  project_id: number
  measure: string
  period: string
  flag_key: string
  start: string
  variant: string
  source: string
  sdk: string
  n: number
  errors: number
}

export interface UserSetColumns {
  project_id: number
  measure: string
  period: string
  flag_key: string
  start: string
  variant: string
  users: Uint8Array
}

export interface SeenFlagColumns {
  project_id: number
  flag_key: string
  first_seen: TimestampColumn
  last_seen: TimestampColumn
  last_variant: string
  last_sdk: string
}

export interface UnknownFlagColumns {
  project_id: number
  flag_key: string
  n: number
  first_seen: TimestampColumn
  last_seen: TimestampColumn
  last_sdk: string
}

export interface ClaimedEventColumns {
  project_id: number
  event_id: string
  claimed_at: number
}

export interface IdempotencyKeyColumns {
  organization_id: string
  scope: string
  key: string
  fingerprint: string
  answer: string
  created_at: TimestampColumn
}

export interface ActivityColumns {
  seq: GeneratedAlways<number>
  id: string
  project_id: number
  user_id: number | null
  verb: string
  scope: string
  item_id: string
  detail: JsonColumn
  version: number | null
  undo: JsonColumn | null
  state_before: JsonColumn | null
  walk: number | null
  created_at: TimestampColumn
}

export interface OrganizationActivityColumns {
  seq: GeneratedAlways<number>
  id: string
  organization_id: string
  user_id: number | null
  verb: string
  scope: string
  item_id: string
  detail: JsonColumn
  created_at: TimestampColumn
}

export interface RetiredKeyColumns {
  secure_value: string
  retired_at: TimestampColumn
}

export interface MigrationColumns {
  name: string
  applied_at: TimestampColumn
}

/** Every table and its columns. They are described in `migrations/`, and all together in `schema/*.sql`. */
export interface Schema extends DashboardSchema {
  organizations: OrganizationColumns
  projects: ProjectColumns
  project_versions: ProjectVersionColumns
  users: UserColumns
  memberships: MembershipColumns
  invitations: InvitationColumns
  personal_api_keys: PersonalApiKeyColumns
  retired_keys: RetiredKeyColumns
  sessions: SessionColumns
  sign_in_links: SignInLinkColumns
  passwords: PasswordColumns
  openid_accounts: OpenIdAccountColumns
  encryption_check: EncryptionCheckColumns
  roles: RoleColumns
  role_memberships: RoleMembershipColumns
  flags: FlagColumns
  flag_dependencies: FlagDependencyColumns
  flag_role_access: FlagRoleAccessColumns
  cohorts: CohortColumns
  cohort_members: CohortMemberColumns
  persons: PersonColumns
  groups: GroupColumns
  hash_key_overrides: HashKeyOverrideColumns
  project_sizes: ProjectSizeColumns
  usage_counts: UsageCountColumns
  user_sets: UserSetColumns
  seen_flags: SeenFlagColumns
  unknown_flags: UnknownFlagColumns
  claimed_events: ClaimedEventColumns
  idempotency_keys: IdempotencyKeyColumns
  activity: ActivityColumns
  organization_activity: OrganizationActivityColumns
  flagdeck_migrations: MigrationColumns
}
