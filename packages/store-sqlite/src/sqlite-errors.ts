import { StoreUnavailable } from '@flagdeck/core'
import { UniqueViolation } from '@flagdeck/core/store'
import { NotMigrated, uniqueConstraintOn } from '@flagdeck/store-sql'
import Database from 'better-sqlite3'

/** Another connection holds the required lock; the caller may retry for a while. */
export class DatabaseBusy extends StoreUnavailable {}

/** The meaning of each type of SQLite error for the operator of the program; `PATH` is the database file. */
const SENTENCES: readonly (readonly [code: string, sentence: string])[] = [
  ['SQLITE_FULL', 'The disk with the database PATH is full: make room, and writes work again.'],
  ['SQLITE_READONLY', 'The database PATH is read-only: let this user write to the file and its directory.'],
  ['SQLITE_CANTOPEN', 'The database PATH cannot be opened: it has to be a file that this user may read and write.'],
  ['SQLITE_PERM', 'The database PATH cannot be opened: let this user read and write the file and its directory.'],
  ['SQLITE_NOTADB', 'PATH is not a SQLite database: choose another file, or move this one away.'],
  ['SQLITE_CORRUPT', 'The database PATH is damaged: restore it from a backup.'],
  ['SQLITE_IOERR', 'The database PATH cannot be read or written: the operating system reports an I/O error.'],
  ['SQLITE_PROTOCOL', 'The database PATH cannot be locked: it has to be on a file system of this machine.'],
  ['SQLITE_NOMEM', 'There is no memory left to work on the database PATH.'],
]

/** Returns the store's error for an error of a statement. Other errors are returned unchanged. */
export function storeErrorFrom(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const constraint = violatedConstraint(error)
  if (constraint) return new UniqueViolation(constraint, error)
  if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
    return new DatabaseBusy(`The database ${path} is locked by another process.`, error)
  }
  if (error.message.startsWith('no such table')) return new NotMigrated(error)
  const [, sentence] = SENTENCES.find(([code]) => error.code.startsWith(code)) ?? []
  return sentence === undefined ? error : new StoreUnavailable(sentence.replace('PATH', path), error)
}

function violatedConstraint({ code, message }: InstanceType<typeof Database.SqliteError>) {
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE') return undefined
  return uniqueConstraintOn(message.replace('UNIQUE constraint failed: ', ''))
}
