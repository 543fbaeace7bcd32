import type { Migration } from './migration.ts'

/**
 * The data that activity entries contain about each version of a record. Cohorts have versions from this release on.
 * Entries of the previous release have no such data.
 */
export const history: Migration = {
  name: '0012-history',
  statements: ({ text, integer }) => [
    `alter table activity add column version ${integer}`, // null: the entry has no version
    `alter table activity add column undo ${text}`, // JSON: converts the state after the entry to the one before
    `alter table activity add column state_before ${text}`, // JSON: that whole state, instead of undo
    `alter table activity add column walk ${integer}`, // characters stored since the last whole state
    // Instances of the previous release change cohorts without raising it, so those changes have no history.
    `alter table cohorts add column version ${integer} not null default 1`,
    'create index activity_version on activity (project_id, scope, item_id, version) where version is not null',
  ],
}
