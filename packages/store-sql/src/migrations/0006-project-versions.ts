import type { Migration } from './migration.ts'

/** Tags that distinguish equal versions of a project before and after its database was restored from a backup. */
export const projectVersions: Migration = {
  name: '0006-project-versions',
  statements: ({ text, integer, keyTableOptions }) => [
    `-- The newest versions of each project, and what was drawn when each was raised.
create table project_versions (
  project_id ${integer} not null references projects (id) on delete cascade,
  version ${integer} not null,
  tag ${text} not null,
  primary key (project_id, version)
)${keyTableOptions}`,
    'insert into project_versions (project_id, version, tag) select id, version, cast(random() as text) from projects',
  ],
}
