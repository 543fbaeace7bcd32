import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** Invitations, and the activity of an organization and its members. */
export const people: Migration = {
  name: '0015-people',
  statements: (type) => [...invitations(type), ...organizationActivity(type)],
}

function invitations({ text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Who may join an organization, once. The token itself is not kept, only its hash.
create table invitations (
  id ${text} not null primary key,
  organization_id ${text} not null references organizations (id),
  email ${text} not null, -- lower case
  first_name ${text} not null,
  level ${integer} not null, -- 1 member, 8 admin, 15 owner
  role_ids ${text} not null, -- JSON array: those that are gone meanwhile do not count
  secure_token ${text} not null, -- sha256$ and the hash in hexadecimal
  created_by_id ${integer} references users (id), -- null: the system
  created_at ${text} not null,
  expires_at ${text} not null,
  accepted_at ${text} -- null: it is open
)${tableOptions}`,
    'create unique index invitations_secure_token on invitations (secure_token)',
    'create index invitations_open on invitations (organization_id, created_at, id) where accepted_at is null',
  ]
}

function organizationActivity({ sequence, text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Every change of an organization and its people, only ever added to.
create table organization_activity (
  seq ${sequence}, -- the order of writing, which a clock would not keep
  id ${text} not null unique,
  organization_id ${text} not null references organizations (id),
  user_id ${integer} references users (id), -- null: the system
  verb ${text} not null,
  scope ${text} not null, -- what kind of thing changed
  item_id ${text} not null, -- which one
  detail ${text} not null, -- JSON: the fields before and after
  created_at ${text} not null
)${tableOptions}`,
    'create index organization_activity_written on organization_activity (organization_id, seq)',
  ]
}
