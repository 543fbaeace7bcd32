import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** The accounts of an OpenID provider by which users sign in. */
export const openIdAccounts: Migration = {
  name: '0018-openid-accounts',
  statements: ({ text, integer, tableOptions }: ColumnTypes) => [
    `-- Accounts at OpenID providers by what those promise to give to nobody else.
create table openid_accounts (
  id ${text} not null primary key,
  issuer ${text} not null, -- the provider, as it calls itself
  subject ${text} not null, -- the account there
  user_id ${integer} not null references users (id),
  created_at ${text} not null
)${tableOptions}`,
    'create unique index openid_accounts_subject on openid_accounts (issuer, subject)',
    'create index openid_accounts_user on openid_accounts (user_id, created_at, id)',
  ],
}
