import { Client } from 'pg'

/** Tables that reference others come before them. */
const TABLES = [
  'organization_activity',
  'invitations',
  'sessions',
  'sign_in_links',
  'passwords',
  'openid_accounts',
  'encryption_check',
  'idempotency_keys',
  'claimed_events',
  'unknown_flags',
  'seen_flags',
  'user_sets',
  'usage_counts',
  'activity',
  'project_sizes',
  'hash_key_overrides',
  'groups',
  'persons',
  'cohort_members',
  'cohorts',
  'dashboard_collaborators',
  'dashboard_templates',
  'tiles',
  'insights',
  'text_cards',
  'dashboards',
  'flag_role_access',
  'flag_dependencies',
  'flags',
  'role_memberships',
  'roles',
  'personal_api_keys',
  'retired_keys',
  'memberships',
  'users',
  'projects',
  'organizations',
]

const EMPTY = [
  // Triggers prevent deletions from these tables, so they are disabled here.
  'alter table activity disable trigger user',
  'alter table organization_activity disable trigger user',
  ...TABLES.map((table) => `delete from ${table}`),
  'alter table activity enable trigger user',
  'alter table organization_activity enable trigger user',
].join('; ')

/** Empties the tables of a migrated database. */
export interface TableCleaner {
  /** Resets the database to its state after migration, a hundred times faster than creating another one. */
  empty(): Promise<void>
  close(): Promise<void>
}

/**
 * Uses one connection for all calls. A new one has to load the metadata of every table first, which takes longer than
 * the work.
 */
export async function tableCleaner(url: string): Promise<TableCleaner> {
  const client = new Client(url)
  await client.connect()
  return {
    empty: async () => void (await client.query(EMPTY)),
    close: () => client.end(),
  }
}
