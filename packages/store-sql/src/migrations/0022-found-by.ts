import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** Persons are found by their e-mail, groups by their name. What an instance of the release before saves is found as it was. */
export const foundBy: Migration = {
  name: '0022-found-by',
  statements: (type) => [
    ...foundByField(type, 'persons', 'email', 'project_id'),
    ...foundByField(type, 'groups', 'name', 'project_id, group_type_index'),
  ],
}

function foundByField({ text, lowerText }: ColumnTypes, table: string, field: string, scope: string): string[] {
  const named = lowerText('properties', field)
  return [
    `alter table ${table} add column found_by ${text} not null default ''`, // in lower case; empty: by its key alone
    `update ${table} set found_by = ${named} where ${named} <> ''`,
    // Of its own, and not behind the key: what both are at their longest, PostgreSQL would not take for an index.
    `create index ${table}_found_by on ${table} (${scope}, found_by) where found_by <> ''`,
  ]
}
