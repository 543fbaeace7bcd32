import { StoreUnavailable } from '@flagdeck/core'
import type { PoolStatus } from '@flagdeck/core/store'
import type { SqlConnection } from '@flagdeck/store-sql'
import { ConnectionPool } from './connection-pool.ts'
import { openReader, openWriter, openWriterThread } from './open-database.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { DatabaseBusy } from './sqlite-errors.ts'
import type { SqliteOptions } from './sqlite-options.ts'
import { transaction } from './transaction.ts'
import { LostTogether, WriteGroup } from './write-group.ts'

const READERS = 4

type Pool = ConnectionPool<SqliteConnection>
type Work<T> = (connection: SqlConnection) => Promise<T>

/**
 * One connection that writes, and a few that read if the database is a file. Readers see one state while the writer
 * continues.
 */
export class SqliteDatabase {
  readonly #path: string
  readonly #options: Required<SqliteOptions>
  readonly #writers: Pool
  readonly #readers: Pool
  readonly #group: WriteGroup
  #fileExists: boolean
  #closing: Promise<void> | undefined

  constructor(path: string, options: Required<SqliteOptions>) {
    this.#path = path
    this.#options = { ...options, asItIs: options.asItIs && path !== ':memory:' }
    this.#writers = new ConnectionPool(1, () => new SqliteConnection(openWriter(path, this.#options)))
    // A database in memory belongs to its connection, so readers and writers share it.
    this.#readers = this.isInMemory
      ? this.#writers
      : new ConnectionPool(READERS, () => new SqliteConnection(openReader(path)))
    this.#group = new WriteGroup(options.timeoutMs)
    this.#fileExists = options.asItIs
  }

  get isInMemory(): boolean {
    return this.#path === ':memory:'
  }

  async read<T>(work: Work<T>): Promise<T> {
    if (!this.#fileExists) await this.#makeFile()
    const { timeoutMs } = this.#options
    const deadline = performance.now() + timeoutMs
    const readOn = (connection: SqliteConnection) => transaction(connection, 'begin', work)
    // A reader of a file is hardly ever blocked by a lock. If it is, the read starts again, and waits for the lock.
    if (this.isInMemory || this.#closing) return this.#useWhenFree(this.#readers, timeoutMs, readOn)
    try {
      return await this.#readers.use(timeoutMs, readOn)
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error
      return this.#useWhenFree(this.#readers, deadline - performance.now(), readOn)
    }
  }

  /** Runs `work` in one transaction with concurrent writes, if there are any. */
  async writeTogether<T>(work: Work<T>, deadline = performance.now() + this.#options.timeoutMs): Promise<T> {
    const { outcome } = await this.#useWhenFree(this.#writers, deadline - performance.now(), (connection) =>
      this.#group.join(connection, work),
    )
    try {
      return await outcome
    } catch (error) {
      if (error instanceof LostTogether) return this.writeTogether(work, deadline)
      throw error
    }
  }

  writeAlone<T>(work: Work<T>, timeoutMs = this.#options.timeoutMs): Promise<T> {
    return this.#writeApart(timeoutMs, (connection) => transaction(connection, 'begin immediate', work))
  }

  /**
   * Writes in a thread, whose commit does not block this one (ADR 16). Uses the open connection if no thread can start
   * (WRITE-9).
   */
  writeLarge<T>(work: Work<T>): Promise<T> {
    // Other writes of this process then wait for the connection instead of the lock.
    return this.#writeApart(this.#options.timeoutMs, async (connection) => {
      const thread = await openWriterThread(this.#path, this.#options)
      try {
        return await transaction(thread ?? connection, 'begin immediate', work)
      } finally {
        await thread?.close()
      }
    })
  }

  async ping(): Promise<void> {
    if (!this.#fileExists) await this.#makeFile()
    // Unlike `select 1`, this reads the file.
    await this.#useWhenFree(this.#readers, this.#options.timeoutMs, (reader) =>
      reader.execute({ sql: 'select 1 from sqlite_schema limit 1', parameters: [] }),
    )
  }

  pools(): readonly PoolStatus[] {
    return [this.#writers.status('writer'), ...(this.isInMemory ? [] : [this.#readers.status('readers')])]
  }

  /** Waits for the end of all open transactions. */
  close(): Promise<void> {
    this.#closing ??= this.#closePools()
    return this.#closing
  }

  async #closePools(): Promise<void> {
    const pools = new Set([this.#writers, this.#readers])
    await Promise.all([...pools].map((pool) => pool.close(this.#options.timeoutMs)))
  }

  /** Creates the file by opening the writer: readers cannot create it, and the writer sets its journal mode. */
  async #makeFile(): Promise<void> {
    await this.#useWhenFree(this.#writers, this.#options.timeoutMs, async () => undefined)
    this.#fileExists = true
  }

  /** Runs `work` on the writing connection, after the open group has ended. */
  #writeApart<T>(timeoutMs: number, work: Work<T>): Promise<T> {
    return this.#useWhenFree(this.#writers, timeoutMs, async (connection) => {
      await this.#group.end()
      return work(connection)
    })
  }

  async #useWhenFree<T>(pool: Pool, timeoutMs: number, work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    const deadline = performance.now() + timeoutMs
    // Opening a connection needs locks too, so it is repeated like everything else, unless the store was closed in the
    // meantime.
    return retryWhileBusy(deadline, async () => {
      if (this.#closing) throw new StoreUnavailable('The store was closed.')
      return pool.use(deadline - performance.now(), async (connection) => {
        try {
          return await workWhenFree(deadline, () => work(connection))
        } finally {
          if (pool === this.#writers) await this.#group.leave(() => this.#writers.doUsersWait)
        }
      })
    })
  }
}

/**
 * Waits for the lock while it occupies the connection. Otherwise each caller would try in vain, one after the other,
 * and block all other work (OUT-11).
 */
async function workWhenFree<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  if (performance.now() >= deadline) throw new StoreUnavailable('The database is busy: it was not free in time.')
  return retryWhileBusy(deadline, work)
}
