import type { Migration } from './migration.ts'

/**
 * The number of bytes that each project stores for persons and groups. Instances of the previous release do not add to
 * them, but they are measured again every day.
 */
export const projectSizes: Migration = {
  name: '0025-project-sizes',
  statements: ({ text, integer, keyTableOptions }) => [
    `-- Bytes of persons and groups: their keys, their properties and 256 for each row.
create table project_sizes (
  project_id ${integer} not null primary key references projects (id) on delete cascade,
  bytes ${integer} not null,
  measured_at ${text} not null -- when the rows were last measured; empty: when this table was made
)${keyTableOptions}`,
    `insert into project_sizes (project_id, bytes, measured_at)
select project_id, sum(bytes), '' from (
  select project_id, octet_length(distinct_id) + octet_length(properties) + 256 as bytes from persons
  union all
  select project_id, octet_length(key) + octet_length(properties) + 256 as bytes from groups
) as stored group by project_id`,
  ],
}
