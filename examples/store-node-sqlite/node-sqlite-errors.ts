import { StoreUnavailable } from '@flagdeck/core'
import { UniqueViolation } from '@flagdeck/core/store'
import { NotMigrated, uniqueConstraintOn } from '@flagdeck/store-sql'

/** Somebody else holds the lock that was needed: worth trying again for a while. */
export class DatabaseBusy extends StoreUnavailable {}

/** What `node:sqlite` throws when SQLite refuses something. */
interface SqliteError extends Error {
  /** SQLite's extended result code; its last byte is the kind of error. */
  readonly errcode: number
}

const UNIQUE = 2067
const [BUSY, LOCKED] = [5, 6]
/** No right, no memory, read-only, I/O, damaged, full, not to be opened, not to be locked, not a database. */
const OUTAGES = [3, 7, 8, 10, 11, 13, 14, 15, 26]

/** The store's error for what a statement threw; what is none of these is answered as it came. */
export function storeErrorFrom(error: unknown): unknown {
  if (!isSqliteError(error)) return error
  const kind = error.errcode & 0xff
  if (kind === BUSY || kind === LOCKED) return new DatabaseBusy('Another process has locked the database.', error)
  if (OUTAGES.includes(kind)) return new StoreUnavailable(`SQLite cannot use the database: ${error.message}.`, error)
  if (error.message.startsWith('no such table')) return new NotMigrated(error)
  return error.errcode === UNIQUE ? violationFrom(error) : error
}

function violationFrom(error: SqliteError): unknown {
  const constraint = uniqueConstraintOn(error.message.replace('UNIQUE constraint failed: ', ''))
  return constraint ? new UniqueViolation(constraint, error) : error
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error
}
