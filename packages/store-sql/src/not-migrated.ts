import { StoreUnavailable } from '@flagdeck/core'

/** Drivers throw it for a statement that names a table which does not exist. */
export class NotMigrated extends StoreUnavailable {
  constructor(cause: unknown) {
    super('The database has no tables yet: call migrate() first.', cause)
  }
}
