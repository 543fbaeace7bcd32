import type { Migration } from './migration.ts'

/** Lets a page of the deleted flags be found as one of the live ones is. */
export const deletedFlags: Migration = {
  name: '0009-deleted-flags',
  statements: () => ['create index flags_deleted_created on flags (project_id, created_at, id) where deleted = true'],
}
