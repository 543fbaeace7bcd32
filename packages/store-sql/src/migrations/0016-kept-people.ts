import type { Migration } from './migration.ts'

/**
 * Rows that are never changed or removed: retired keys, and the activity of an organization and its members (HIST-11).
 */
export const keptPeople: Migration = {
  name: '0016-kept-people',
  statements: ({ text, keyTableOptions, keepRows }) => [
    `-- Hashes of personal API keys that were rotated or revoked: what still names their values does not bring them back.
create table retired_keys (
  secure_value ${text} not null primary key, -- sha256$ and the hash in hexadecimal
  retired_at ${text} not null
)${keyTableOptions}`,
    ...keepRows('organization_activity'),
  ],
}
