import { StoreTooNew } from '@flagdeck/core/store'
import type { Migration } from './migration.ts'

/**
 * Is recorded as a migration of a database while a copy fills it. No release knows this migration, so none serves an
 * incomplete database.
 */
export const UNFINISHED_COPY: Migration = { name: 'unfinished-copy', statements: () => [] }

/** A copy is filling the database, or was interrupted. */
export class UnfinishedCopy extends StoreTooNew {
  constructor() {
    super('The database is being filled by "flagdeck copy": let that finish, or run it again if it was interrupted.')
  }
}
