import type { Migration } from './migration.ts'

/** An index for pages of deleted flags, like the one for live flags. */
export const deletedFlags: Migration = {
  name: '0009-deleted-flags',
  statements: () => ['create index flags_deleted_created on flags (project_id, created_at, id) where deleted = true'],
}
