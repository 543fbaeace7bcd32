import type { Migration } from './migration.ts'

/** Activity is listed by user and item together, and that of organizations by kind, user and item. */
export const activityFilters: Migration = {
  name: '0027-activity-filters',
  statements: () => [
    'create index activity_user_item on activity (project_id, user_id, item_id, scope, seq) where user_id is not null',
    // It starts with the columns of the index that it replaces. The others are included so that skipped rows are not
    // read.
    'create index organization_activity_listed on organization_activity (organization_id, seq, scope, user_id, item_id)',
    'drop index organization_activity_written',
  ],
}
