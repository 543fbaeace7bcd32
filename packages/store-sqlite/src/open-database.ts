import { existsSync } from 'node:fs'
import { StoreUnavailable } from '@flagdeck/core'
import Database from 'better-sqlite3'
import { makeDatabaseFile } from './make-database-file.ts'
import { storeErrorFrom } from './sqlite-errors.ts'
import type { SqliteOptions } from './sqlite-options.ts'
import { ThreadConnection } from './thread-connection.ts'

/**
 * The time that SQLite may wait for a lock, which blocks the whole process. Longer waits are asynchronous. Five
 * connections may wait one after the other.
 */
const BUSY_TIMEOUT_MS = 10

type WriterOptions = Required<Pick<SqliteOptions, 'synchronous' | 'asItIs' | 'create' | 'onCreate'>>

/** Opens a connection that may write. Creates the file and its directory if they are missing and may be created. */
export function openWriter(path: string, options: WriterOptions): Database.Database {
  const mayCreate = options.create && !options.asItIs
  if (mayCreate && makeDatabaseFile(path)) options.onCreate(path)
  return open(path, writerPragmas(options), { fileMustExist: !mayCreate && path !== ':memory:' })
}

/**
 * Opens a connection that may write to an existing file, in a separate thread. Returns undefined if no thread can
 * start.
 */
export function openWriterThread(path: string, options: WriterOptions): Promise<ThreadConnection | undefined> {
  return ThreadConnection.open({
    path,
    pragmas: [...PRAGMAS, ...writerPragmas(options)],
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  })
}

/**
 * The size to which the write-ahead log is truncated. The log grows while a reader uses an old state, and would
 * otherwise never shrink.
 */
// Bound: OUT-8 sqlite-log
const LOG_BYTES = 64 * 1024 * 1024

function writerPragmas({ synchronous, asItIs }: Pick<WriterOptions, 'synchronous' | 'asItIs'>): readonly string[] {
  const log = asItIs ? [] : ['journal_mode = wal', `journal_size_limit = ${LOG_BYTES}`]
  return [...log, `synchronous = ${synchronous}`]
}

/**
 * The cache of each of six connections. The driver's default of 16 MiB each would exceed the rest of a small server.
 */
// Bound: OUT-8 sqlite-pages
const PAGE_CACHE_KIB = 4096
const PRAGMAS = ['foreign_keys = on', 'temp_store = memory', `cache_size = -${PAGE_CACHE_KIB}`] as const

/** Opens a connection to an existing file. It refuses writes. */
export function openReader(path: string): Database.Database {
  return open(path, ['query_only = on'], { fileMustExist: true })
}

function open(
  path: string,
  pragmas: readonly string[],
  options: { readonly fileMustExist: boolean },
): Database.Database {
  if (options.fileMustExist && !existsSync(path)) {
    throw new StoreUnavailable(
      `The database ${path} cannot be opened: there is no such file. Correct the path, or create it with mode=rwc.`,
    )
  }
  let database: Database.Database | undefined
  try {
    database = new Database(path, { timeout: BUSY_TIMEOUT_MS, ...options })
    for (const pragma of [...PRAGMAS, ...pragmas]) database.pragma(pragma)
    return database
  } catch (error) {
    database?.close()
    throw storeErrorFrom(error, path)
  }
}
