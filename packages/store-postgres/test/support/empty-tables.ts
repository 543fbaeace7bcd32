import { Client } from 'pg'

/** Those that point at others come before them. */
const TABLES = [
  'idempotency_keys',
  'claimed_events',
  'unknown_flags',
  'seen_flags',
  'user_sets',
  'usage_counts',
  'activity',
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
  'memberships',
  'users',
  'projects',
  'organizations',
]

/** Makes a migrated database as good as new, in a hundredth of the time that making another takes. */
export async function emptyTables(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(TABLES.map((table) => `delete from ${table}`).join('; '))
  } finally {
    await client.end()
  }
}
