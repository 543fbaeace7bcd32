import { statSync } from 'node:fs'
import { StoreUnavailable } from '@flagdeck/core'
import { refuseOldNode } from '@flagdeck/core/operations'
import Database from 'better-sqlite3'
import { openReader } from './open-database.ts'
import { placeFile } from './place-file.ts'
import { storeErrorFrom } from './sqlite-errors.ts'

/** The number of pages of 4 KiB that are copied before it yields. */
const PAGES_AT_ONCE = 500

export interface BackupProgress {
  readonly pages: number
  readonly total: number
}

export interface BackupOptions {
  /** Called between two parts of the copy. */
  readonly onProgress?: (progress: BackupProgress) => void
  /** Stops the backup with the reason of the signal, and removes what was copied. */
  readonly signal?: AbortSignal
  /** Whether a file of this name is replaced, after the copy was verified. A database is never replaced. */
  readonly overwrite?: boolean
}

export interface BackupReport {
  readonly pages: number
  readonly bytes: number
}

/**
 * Copies a database file while it is in use. The copy has the state of the start of the backup; writers continue during
 * it. It is a single file without a journal, accessible only to its owner. It gets its name after it was verified. A
 * database of the same name is never replaced.
 * @throws PlaceRefused if the name is taken
 * @throws StoreUnavailable if either file cannot be used, or the copy is damaged because the database is
 */
export async function backupDatabase(path: string, file: string, options: BackupOptions = {}): Promise<BackupReport> {
  refuseOldNode()
  const place = { database: path, replace: options.overwrite ?? false }
  try {
    return await placeFile(file, place, async (unfinished) => {
      const pages = await copyPages(path, unfinished, options)
      makeSound(unfinished, path)
      return { pages, bytes: statSync(unfinished).size }
    })
  } catch (error) {
    throw isFileError(error)
      ? new StoreUnavailable(`The backup ${file} cannot be written: ${error.message}.`, error)
      : error
  }
}

async function copyPages(path: string, file: string, { onProgress, signal }: BackupOptions): Promise<number> {
  const source = openReader(path)
  try {
    // While this transaction is open, SQLite copies the state that it sees. Otherwise it would start again after each
    // write of another connection.
    source.exec('begin; select count(*) from sqlite_schema')
    const { totalPages } = await source.backup(file, {
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted()
        onProgress?.({ pages: totalPages - remainingPages, total: totalPages })
        return PAGES_AT_ONCE
      },
    })
    return totalPages
  } catch (error) {
    throw storeErrorFrom(error, file)
  } finally {
    source.close()
  }
}

/**
 * Converts the copy to a single file, whatever the journal mode of the database, and verifies that all of it can be
 * read.
 */
function makeSound(file: string, path: string): void {
  const copy = new Database(file)
  try {
    copy.pragma('journal_mode = delete')
    const complaints = copy.pragma('integrity_check(1)', { simple: true })
    const strays = copy.pragma('foreign_key_check')
    if (complaints === 'ok' && Array.isArray(strays) && strays.length === 0) return
    throw new StoreUnavailable(`The database ${path} is damaged, and so would be its backup: restore an earlier one.`)
  } catch (error) {
    throw storeErrorFrom(error, file)
  } finally {
    copy.close()
  }
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
