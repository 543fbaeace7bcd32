import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/**
 * Persons are found by their e-mail, and groups by their name. If an instance of the previous release saves a row, its
 * old text still finds it.
 */
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
    `alter table ${table} add column found_by ${text} not null default ''`, // lower case; empty: found only by key
    `update ${table} set found_by = ${named} where ${named} <> ''`,
    // A separate index instead of a longer key: together, both values at their maximum exceed the limit of PostgreSQL.
    `create index ${table}_found_by on ${table} (${scope}, found_by) where found_by <> ''`,
  ]
}
