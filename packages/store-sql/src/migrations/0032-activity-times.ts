import type { Migration } from './migration.ts'

/** Activity is listed by a range of time (ACT-26). */
export const activityTimes: Migration = {
  name: '0032-activity-times',
  statements: () => ['create index activity_time on activity (project_id, created_at, seq)'],
}
