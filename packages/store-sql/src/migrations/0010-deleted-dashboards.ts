import type { Migration } from './migration.ts'

/** Lists of deleted dashboards, and insights without a description. */
export const deletedDashboards: Migration = {
  name: '0010-deleted-dashboards',
  statements: ({ boolean }) => [
    `create index dashboards_deleted_listed on dashboards (project_id, pinned desc, sort_name, id, creation_mode)
  where deleted = true`,
    // Instances of the previous release continue to write descriptions, which are never null for them.
    `alter table insights add column without_description ${boolean} not null default false`,
  ],
}
