import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** A value by which a server detects that its key is not the one that payloads are encrypted with. */
export const encryptionCheck: Migration = {
  name: '0024-encryption-check',
  statements: ({ text, integer, tableOptions }: ColumnTypes) => [
    `-- One row at most. A database without it has no encrypted payloads.
create table encryption_check (
  id ${integer} not null primary key, -- always 1
  sealed ${text} not null, -- a known text, encrypted with the key of the payloads
  changed_at ${text} not null
)${tableOptions}`,
  ],
}
