import type { Migration } from './migration.ts'

/** The responses to requests with an idempotency key. */
export const idempotencyKeys: Migration = {
  name: '0005-idempotency-keys',
  statements: ({ text, tableOptions }) => [
    `-- Which requests were carried out, for whoever sends one again. Each row lives for a day.
create table idempotency_keys (
  organization_id ${text} not null references organizations (id) on delete cascade,
  scope ${text} not null, -- who sent it, and where to
  key ${text} not null, -- as the client chose it
  fingerprint ${text} not null, -- differs between requests that ask for different things
  answer ${text} not null, -- JSON, perhaps encrypted
  created_at ${text} not null,
  primary key (organization_id, scope, key)
)${tableOptions}`,
    'create index idempotency_keys_created on idempotency_keys (created_at)',
  ],
}
