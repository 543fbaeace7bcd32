import type { Migration } from './migration.ts'

/** Lists of deleted cohorts. */
export const deletedCohorts: Migration = {
  name: '0021-deleted-cohorts',
  statements: () => [
    'create index cohorts_deleted_created on cohorts (project_id, created_at, id) where deleted = true',
  ],
}
