import { StoreUnavailable } from '@flagdeck/core'
import { refuseOldNode } from '@flagdeck/core/operations'
import { type SqlConnection, type SqlDriver, sqliteDialect } from '@flagdeck/store-sql'
import { ConnectionPool } from './connection-pool.ts'
import { openReader, openWriter, openWriterThread } from './open-database.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { DatabaseBusy } from './sqlite-errors.ts'
import type { SqliteOptions } from './sqlite-options.ts'
import { transaction } from './transaction.ts'
import { LostTogether, WriteGroup } from './write-group.ts'

/** A migration may rebuild a large table while others wait for it. */
const ALONE_TIMEOUT_MS = 60_000
const READERS = 4

/** One connection that writes, and for files a few that read: those see one state while the writer goes on. */
export function sqliteDriver(
  path: string,
  { synchronous = 'full', timeoutMs = 5000, asItIs = false }: SqliteOptions,
): SqlDriver {
  // The library would end the process, without a word.
  refuseOldNode()
  const writing = { synchronous, asItIs: asItIs && path !== ':memory:' }
  const writers = new ConnectionPool(1, () => new SqliteConnection(openWriter(path, writing)))
  // A database in memory belongs to its connection, so readers and writers take turns.
  const readers =
    path === ':memory:' ? writers : new ConnectionPool(READERS, () => new SqliteConnection(openReader(path)))
  const group = new WriteGroup(timeoutMs)
  let closing: Promise<void> | undefined
  let fileExists = asItIs

  const run = async <T>(
    pool: ConnectionPool<SqliteConnection>,
    timeoutMs: number,
    use: (connection: SqliteConnection) => Promise<T>,
  ): Promise<T> => {
    const deadline = performance.now() + timeoutMs
    // Whoever has the connection waits for the lock, and keeps the connection meanwhile: others would only try in vain,
    // one after the other, and let nothing else have its turn (OUT-11).
    const useWhenFree = (connection: SqliteConnection) => {
      if (performance.now() >= deadline) throw new StoreUnavailable('The database is busy: it was not free in time.')
      return retryWhileBusy(deadline, () => use(connection))
    }
    // Opening needs locks too, so it is tried again like everything else; unless the store was closed meanwhile.
    return retryWhileBusy(deadline, async () => {
      if (closing) throw new StoreUnavailable('The store was closed.')
      return pool.use(deadline - performance.now(), async (it) => {
        try {
          return await useWhenFree(it)
        } finally {
          if (pool === writers) await group.leave(() => writers.doUsersWait)
        }
      })
    })
  }
  /** On the one connection that writes, with nothing left open on it. */
  const writeApart = <T>(timeoutMs: number, use: (connection: SqlConnection) => Promise<T>): Promise<T> =>
    run(writers, timeoutMs, async (connection) => {
      await group.end()
      return use(connection)
    })
  const writeAlone = <T>(timeoutMs: number, work: (connection: SqlConnection) => Promise<T>): Promise<T> =>
    writeApart(timeoutMs, (connection) => transaction(connection, 'begin immediate', work))
  const writeTogether = async <T>(
    work: (connection: SqlConnection) => Promise<T>,
    deadline = performance.now() + timeoutMs,
  ): Promise<T> => {
    const { outcome } = await run(writers, deadline - performance.now(), (connection) => group.join(connection, work))
    try {
      return await outcome
    } catch (error) {
      if (error instanceof LostTogether) return writeTogether(work, deadline)
      throw error
    }
  }
  /**
   * In a thread, whose commit holds nobody up (ADR 16). For whoever holds the only writer of this process: the others
   * would wait for the lock instead of their turn.
   */
  const inThread = async <T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> => {
    const connection = openWriterThread(path, writing)
    try {
      return await transaction(connection, 'begin immediate', work)
    } finally {
      await connection.close()
    }
  }
  /** Readers refuse to make a file, and its journal mode is the writer's business. */
  const makeFile = async (): Promise<void> => {
    await run(writers, timeoutMs, async () => undefined)
    fileExists = true
  }
  return {
    dialect: sqliteDialect,
    async read(work) {
      if (!fileExists) await makeFile()
      const deadline = performance.now() + timeoutMs
      const readOn = (connection: SqliteConnection) => transaction(connection, 'begin', work)
      // A reader of a file hardly ever meets a lock: who does begins anew, and waits for it.
      if (readers === writers || closing) return run(readers, timeoutMs, readOn)
      try {
        return await readers.use(timeoutMs, readOn)
      } catch (error) {
        if (!(error instanceof DatabaseBusy)) throw error
        return run(readers, deadline - performance.now(), readOn)
      }
    },
    write(work, { large = false } = {}) {
      // A database in memory has nothing to flush.
      if (path === ':memory:') return writeAlone(timeoutMs, work)
      return large ? writeApart(timeoutMs, () => inThread(work)) : writeTogether(work)
    },
    writeAlone: (work) => writeAlone(ALONE_TIMEOUT_MS, work),
    async ping() {
      if (!fileExists) await makeFile()
      // Unlike `select 1`, this looks into the file.
      await run(readers, timeoutMs, (reader) =>
        reader.execute({ sql: 'select 1 from sqlite_schema limit 1', parameters: [] }),
      )
    },
    pools: () => [writers.status('writer'), ...(readers === writers ? [] : [readers.status('readers')])],
    close() {
      closing ??= closeAll(new Set([writers, readers]), timeoutMs)
      return closing
    },
  }
}

/** Lets every transaction that has begun come to its end. */
async function closeAll(pools: ReadonlySet<ConnectionPool<SqliteConnection>>, timeoutMs: number): Promise<void> {
  await Promise.all([...pools].map((pool) => pool.close(timeoutMs)))
}
