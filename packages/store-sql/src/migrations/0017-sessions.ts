import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** Sessions of the console, and the methods for signing in. */
export const sessions: Migration = {
  name: '0017-sessions',
  statements: ({ text, integer, tableOptions }: ColumnTypes) => [
    `-- Browsers in which somebody is signed in. What is in the cookie is not kept, only its hash.
create table sessions (
  id ${text} not null primary key,
  user_id ${integer} not null references users (id),
  secure_value ${text} not null, -- sha256$ and the hash in hexadecimal
  method ${text} not null, -- link, password, invitation or openid
  browser ${text} not null, -- what it says it is
  created_at ${text} not null,
  last_used_at ${text} not null,
  expires_at ${text} not null
)${tableOptions}`,
    'create unique index sessions_secure_value on sessions (secure_value)',
    'create index sessions_user on sessions (user_id, created_at, id)',
    `-- Who may sign in without a password, once. The token itself is not kept, only its hash.
create table sign_in_links (
  id ${text} not null primary key,
  user_id ${integer} not null references users (id),
  secure_token ${text} not null, -- sha256$ and the hash in hexadecimal
  created_at ${text} not null,
  expires_at ${text} not null,
  used_at ${text} -- null: nobody has used it
)${tableOptions}`,
    'create unique index sign_in_links_secure_token on sign_in_links (secure_token)',
    'create index sign_in_links_user on sign_in_links (user_id, created_at)',
    `-- Apart from users, so that nothing that lists people reads a hash.
create table passwords (
  user_id ${integer} not null primary key references users (id),
  hash ${text} not null, -- with the parameters that it was made with
  changed_at ${text} not null
)${tableOptions}`,
  ],
}
