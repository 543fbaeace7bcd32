import type { Migration } from './migration.ts'

/**
 * The bytes that objects and lists of flags and cohorts count for, in addition to their JSON. They are 0 for rows of
 * earlier releases until those are written again. Therefore no project exceeds its limit because of the upgrade.
 */
export const structureBytes: Migration = {
  name: '0026-structure-bytes',
  statements: ({ integer }) => [
    `alter table flags add column structure_bytes ${integer} not null default 0`,
    `alter table cohorts add column structure_bytes ${integer} not null default 0`,
    // To sum up a column, SQLite would read the long texts before it in each row.
    'create index flags_live_structure on flags (project_id, structure_bytes) where deleted = false',
    'create index cohorts_live_structure on cohorts (project_id, structure_bytes) where deleted = false',
  ],
}
