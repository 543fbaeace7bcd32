import { StoreUnavailable } from '@flagdeck/core'

/** Thrown by drivers for a statement with a table that does not exist. */
export class NotMigrated extends StoreUnavailable {
  constructor(cause: unknown) {
    super('The database has no tables yet: call migrate() first.', cause)
  }
}
