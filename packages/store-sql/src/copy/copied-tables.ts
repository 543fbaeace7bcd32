import type { Schema } from '../schema.ts'
import type { ListType } from '../sql-dialect.ts'

/** Every table except the one for migrations, which each database manages itself. */
export type CopiedTableName = Exclude<keyof Schema, 'flagdeck_migrations'>

/** The facts about a table that a copy needs, except its columns, which are read from the database. */
export interface CopiedTable {
  readonly name: CopiedTableName
  /** The columns, in their order, of an index that finds each row: the primary key if the table has one. */
  readonly key: Readonly<Record<string, ListType>>
  /** The column whose values the database counts up. */
  readonly counter: string | null
}

type Facts<Columns> = {
  readonly key: { readonly [Column in keyof Columns]?: ListType }
  readonly counter?: keyof Columns
}

const ID = { key: { id: 'bigint' }, counter: 'id' } as const
const TEXT_ID = { key: { id: 'text' } } as const
const SET_KEY = {
  project_id: 'bigint',
  measure: 'text',
  period: 'text',
  flag_key: 'text',
  start: 'text',
  variant: 'text',
} as const

/** In the order of foreign keys: no table references a later one. */
const FACTS = {
  organizations: TEXT_ID,
  users: ID,
  projects: ID,
  project_versions: { key: { project_id: 'bigint', version: 'bigint' } },
  memberships: TEXT_ID,
  invitations: TEXT_ID,
  personal_api_keys: TEXT_ID,
  retired_keys: { key: { secure_value: 'text' } },
  sessions: TEXT_ID,
  sign_in_links: TEXT_ID,
  passwords: { key: { user_id: 'bigint' } },
  openid_accounts: TEXT_ID,
  encryption_check: { key: { id: 'bigint' } },
  roles: TEXT_ID,
  role_memberships: TEXT_ID,
  flags: ID,
  flag_dependencies: { key: { project_id: 'bigint', flag_id: 'bigint', depends_on_flag_id: 'bigint' } },
  flag_role_access: ID,
  cohorts: ID,
  cohort_members: { key: { project_id: 'bigint', cohort_id: 'bigint', distinct_id: 'text' } },
  persons: { key: { project_id: 'bigint', distinct_id: 'text' } },
  groups: { key: { project_id: 'bigint', group_type_index: 'bigint', key: 'text' } },
  hash_key_overrides: { key: { project_id: 'bigint', distinct_id: 'text', flag_key: 'text' } },
  project_sizes: { key: { project_id: 'bigint' } },
  dashboards: ID,
  text_cards: ID,
  insights: ID,
  tiles: ID,
  dashboard_templates: TEXT_ID,
  dashboard_collaborators: TEXT_ID,
  usage_counts: { key: { ...SET_KEY, source: 'text', sdk: 'text' } },
  user_sets: { key: SET_KEY },
  seen_flags: { key: { project_id: 'bigint', flag_key: 'text' } },
  unknown_flags: { key: { project_id: 'bigint', flag_key: 'text' } },
  idempotency_keys: { key: { organization_id: 'text', scope: 'text', key: 'text' } },
  claimed_events: { key: { project_id: 'bigint', event_id: 'text' } },
  activity: { key: { id: 'text' }, counter: 'seq' },
  organization_activity: { key: { id: 'text' }, counter: 'seq' },
} as const satisfies { readonly [Name in CopiedTableName]: Facts<Schema[Name]> }

/** Every table. Referenced tables come first. */
export const COPIED_TABLES: readonly CopiedTable[] = Object.entries<{
  readonly key: Readonly<Record<string, ListType>>
  readonly counter?: string
}>(FACTS).map(([name, { key, counter = null }]) => ({
  name: name as CopiedTableName, // a key of FACTS
  key,
  counter,
}))
