import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** The subjects of flags: persons and groups with their properties, and cohorts. */
export const personsAndCohorts: Migration = {
  name: '0002-persons-and-cohorts',
  statements: (type) => [...cohortTables(type), ...propertyTables(type), ...overrideTables(type)],
}

function cohortTables({ id, text, integer, boolean, tableOptions, keyTableOptions }: ColumnTypes): string[] {
  return [
    `-- Sets of persons that flags may be for, deleted ones too.
create table cohorts (
  id ${id},
  project_id ${integer} not null references projects (id) on delete cascade,
  name ${text} not null,
  name_lower ${text} not null, -- what a search looks for its needle in
  description ${text} not null,
  is_static ${boolean} not null, -- a list of members; otherwise a rule over properties
  properties ${text} not null, -- JSON: the rule
  member_count ${integer} not null, -- rows in cohort_members, counted when they come and go: a million are not counted for each look
  deleted ${boolean} not null,
  created_by_id ${integer} references users (id), -- null: the system
  created_at ${text} not null,
  project_version ${integer} not null, -- the project's version that the last change made
  unique (project_id, id) -- for the foreign key that keeps members inside the project
)${tableOptions}`,
    'create index cohorts_live_created on cohorts (project_id, created_at, id) where deleted = false',
    'create index cohorts_changed on cohorts (project_id, project_version)',
    `-- Who is in a static cohort. Its key finds the members of a cohort, in order, and whether one person is in some cohorts.
create table cohort_members (
  project_id ${integer} not null,
  cohort_id ${integer} not null,
  distinct_id ${text} not null,
  primary key (project_id, cohort_id, distinct_id),
  foreign key (project_id, cohort_id) references cohorts (project_id, id) on delete cascade
)${keyTableOptions}`,
  ]
}

function propertyTables({ text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- What is known about those who are served flags.
create table persons (
  project_id ${integer} not null references projects (id) on delete cascade,
  distinct_id ${text} not null,
  properties ${text} not null, -- JSON
  created_at ${text} not null,
  updated_at ${text} not null,
  primary key (project_id, distinct_id)
)${tableOptions}`,
    `-- What is known about groups, such as companies.
create table groups (
  project_id ${integer} not null references projects (id) on delete cascade,
  group_type_index ${integer} not null, -- place of the type in the project's group_types
  key ${text} not null,
  properties ${text} not null, -- JSON
  created_at ${text} not null,
  updated_at ${text} not null,
  primary key (project_id, group_type_index, key)
)${tableOptions}`,
  ]
}

function overrideTables({ text, integer, keyTableOptions }: ColumnTypes): string[] {
  return [
    `-- By which id a person goes on being bucketed for a flag that keeps its answer across signing in.
create table hash_key_overrides (
  project_id ${integer} not null references projects (id) on delete cascade,
  distinct_id ${text} not null,
  flag_key ${text} not null,
  hash_key ${text} not null,
  primary key (project_id, distinct_id, flag_key)
)${keyTableOptions}`,
  ]
}
