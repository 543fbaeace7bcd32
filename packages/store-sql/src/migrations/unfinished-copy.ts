import { StoreTooNew } from '@flagdeck/core/store'
import type { Migration } from './migration.ts'

/**
 * Stands among the migrations of a database while a copy fills it. No release knows it as one of its own, so that none
 * serves what is only half there.
 */
export const UNFINISHED_COPY: Migration = { name: 'unfinished-copy', statements: () => [] }

/** A copy fills the database, or was interrupted. */
export class UnfinishedCopy extends StoreTooNew {
  constructor() {
    super('The database is being filled by "flagdeck copy": let that finish, or run it again if it was interrupted.')
  }
}
