import type { Migration } from './migration.ts'

/** What the activity keeps of each version of a thing; cohorts have versions from here on. Entries of the release before have none of it. */
export const history: Migration = {
  name: '0012-history',
  statements: ({ text, integer }) => [
    `alter table activity add column version ${integer}`, // null: no version was made
    `alter table activity add column undo ${text}`, // JSON: makes the state since into the one before
    `alter table activity add column state_before ${text}`, // JSON: that state whole, in place of undo
    `alter table activity add column walk ${integer}`, // characters of what is kept since the last such
    // Instances of the release before change cohorts without raising it: what they do meanwhile has no history.
    `alter table cohorts add column version ${integer} not null default 1`,
    'create index activity_version on activity (project_id, scope, item_id, version) where version is not null',
  ],
}
