import type { Migration } from './migration.ts'

/** Lists of deleted dashboards, and insights that nobody has described. */
export const deletedDashboards: Migration = {
  name: '0010-deleted-dashboards',
  statements: ({ boolean }) => [
    `create index dashboards_deleted_listed on dashboards (project_id, pinned desc, sort_name, id, creation_mode)
  where deleted = true`,
    // Instances of the release before go on writing descriptions, which are never null to them.
    `alter table insights add column without_description ${boolean} not null default false`,
  ],
}
