import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** How often flags are called, and by how many users. */
export const usage: Migration = {
  name: '0004-usage',
  statements: (type) => [...countTables(type), ...setTables(type), ...flagTables(type), ...eventTables(type)],
}

function countTables({ text, integer, keyTableOptions }: ColumnTypes): string[] {
  return [
    `-- How often flags were asked in buckets and days. Its key finds the counts of some flags in a time.
create table usage_counts (
  project_id ${integer} not null references projects (id) on delete cascade,
  measure ${text} not null, -- exposures, evaluations
  period ${text} not null, -- bucket, day
  flag_key ${text} not null,
  start ${text} not null, -- a bucket's first moment, or a day in the project's time zone
  variant ${text} not null,
  source ${text} not null,
  sdk ${text} not null,
  n ${integer} not null,
  errors ${integer} not null,
  primary key (project_id, measure, period, flag_key, start, variant, source, sdk)
)${keyTableOptions}`,
    'create index usage_counts_start on usage_counts (project_id, measure, period, start)',
  ]
}

function setTables({ text, integer, bytes, tableOptions }: ColumnTypes): string[] {
  return [
    `-- The users who met a variant in a bucket or a day: hashes while they are few, then a sketch.
create table user_sets (
  project_id ${integer} not null references projects (id) on delete cascade,
  measure ${text} not null,
  period ${text} not null,
  flag_key ${text} not null,
  start ${text} not null,
  variant ${text} not null,
  users ${bytes} not null, -- up to 12 KiB
  primary key (project_id, measure, period, flag_key, start, variant)
)${tableOptions}`,
    'create index user_sets_start on user_sets (project_id, measure, period, start)',
  ]
}

function flagTables({ text, integer, keyTableOptions }: ColumnTypes): string[] {
  return [
    `-- When flags were first and last in use.
create table seen_flags (
  project_id ${integer} not null references projects (id) on delete cascade,
  flag_key ${text} not null,
  first_seen ${text} not null,
  last_seen ${text} not null,
  last_variant ${text} not null,
  last_sdk ${text} not null,
  primary key (project_id, flag_key)
)${keyTableOptions}`,
    `-- Flags that code asks for and that do not exist.
create table unknown_flags (
  project_id ${integer} not null references projects (id) on delete cascade,
  flag_key ${text} not null,
  n ${integer} not null,
  first_seen ${text} not null,
  last_seen ${text} not null,
  last_sdk ${text} not null,
  primary key (project_id, flag_key)
)${keyTableOptions}`,
    'create index unknown_flags_last_seen on unknown_flags (last_seen)',
  ]
}

function eventTables({ text, integer, keyTableOptions }: ColumnTypes): string[] {
  return [
    `-- Which events were counted. No foreign key: there may be a million of them an hour, and each lives for a day.
create table claimed_events (
  project_id ${integer} not null,
  event_id ${text} not null,
  claimed_at ${integer} not null, -- milliseconds since 1970
  primary key (project_id, event_id)
)${keyTableOptions}`,
    'create index claimed_events_claimed on claimed_events (claimed_at)',
  ]
}
