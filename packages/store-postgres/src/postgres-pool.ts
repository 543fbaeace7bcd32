import { StoreUnavailable } from '@flagdeck/core'
import type { PoolStatus } from '@flagdeck/core/store'
import { Pool, type PoolClient } from 'pg'
import { type Call, TookTooLong, within } from './call-deadline.ts'
import { clientConfig } from './client-config.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { connectError } from './postgres-errors.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { StatementNames } from './statement-names.ts'

/** Whoever comes when so many wait for a connection already would not get one in time either. */
// Bound: OUT-8 postgres-calls
const MOST_WAITING = 1000

/** Idle connections are kept this long: a new one costs more than a hundred statements. */
const IDLE_TIMEOUT_MS = 60_000

/** Lends each connection to one transaction at a time. */
export class PostgresPool {
  readonly size: number
  readonly #pool: Pool
  readonly #names = new StatementNames()
  readonly #used = new WeakSet<PoolClient>()
  #closing: Promise<void> | undefined

  constructor(options: PostgresOptions) {
    this.size = options.maxConnections ?? 10
    this.#pool = new Pool({
      ...clientConfig(options),
      max: this.size,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      allowExitOnIdle: true,
    })
    // Whoever uses a connection learns of its failure from the statement that fails. Without listeners, the failure of
    // an idle one, or one that a broken connection reports besides, would end the process.
    this.#pool.on('error', ignore)
    this.#pool.on('connect', (client) => client.on('error', ignore))
  }

  async use<T>(call: Call, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    this.refuseWhenClosed()
    const client = await this.#checkOutWithin(call.endsAt)
    call.isOnOldConnection = this.#used.has(client)
    this.#used.add(client)
    const connection = new PostgresConnection(client, this.#names)
    let isInTime = true
    try {
      // Cut off in the middle of a statement, the connection is closed; the database rolls back.
      return await within(call.endsAt, work(connection))
    } catch (error) {
      isInTime = !(error instanceof TookTooLong)
      throw error
    } finally {
      client.release(connection.broken || !isInTime)
    }
  }

  refuseWhenClosed(): void {
    if (this.#closing) throw new StoreUnavailable('The store was closed.')
  }

  status(name: string): PoolStatus {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { name, size: this.size, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end()
    return this.#closing
  }

  /** A connection that comes too late is for whoever wants one next. */
  async #checkOutWithin(endsAt: number): Promise<PoolClient> {
    const coming = this.#checkOut()
    try {
      return await within(endsAt, coming)
    } catch (error) {
      coming.then((client) => client.release(), ignore)
      throw error
    }
  }

  async #checkOut(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= MOST_WAITING) {
      throw new StoreUnavailable('PostgreSQL is busy: too many wait for a connection already.')
    }
    try {
      return await this.#pool.connect()
    } catch (cause) {
      throw connectError(cause)
    }
  }
}

function ignore(): void {}
