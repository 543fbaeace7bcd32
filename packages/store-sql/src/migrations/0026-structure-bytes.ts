import type { Migration } from './migration.ts'

/**
 * What the objects and lists of flags and cohorts count for beyond their JSON. It is 0 for rows of earlier releases until they
 * are written again, so no project is above its bound because of the upgrade.
 */
export const structureBytes: Migration = {
  name: '0026-structure-bytes',
  statements: ({ integer }) => [
    `alter table flags add column structure_bytes ${integer} not null default 0`,
    `alter table cohorts add column structure_bytes ${integer} not null default 0`,
    // SQLite would read the long texts in front of a column to sum it up.
    'create index flags_live_structure on flags (project_id, structure_bytes) where deleted = false',
    'create index cohorts_live_structure on cohorts (project_id, structure_bytes) where deleted = false',
  ],
}
