import type { Migration } from './migration.ts'

/** An index for the activity of one user in a project, by kind, the newest first. */
export const activityOfUsers: Migration = {
  name: '0019-activity-of-users',
  statements: () => [
    'create index activity_user on activity (project_id, user_id, scope, seq) where user_id is not null',
  ],
}
