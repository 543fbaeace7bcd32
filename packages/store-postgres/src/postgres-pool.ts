import { StoreUnavailable } from '@flagdeck/core'
import type { PoolStatus } from '@flagdeck/core/store'
import { Pool, type PoolClient } from 'pg'
import { type Call, TookTooLong, within } from './call-deadline.ts'
import { clientConfig, connectTimeoutMs } from './client-config.ts'
import { announcedProcessId } from './pool-mode.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { PostgresClient } from './postgres-client.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { connectError } from './postgres-errors.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { claimSession, localSettings, type SessionSettings, sessionSettings } from './session-settings.ts'
import { StatementNames } from './statement-names.ts'

/** With this many calls in the queue, another one would not get a connection in time. */
// Bound: OUT-8 postgres-calls
const MOST_WAITING = 1000

/** Idle connections are closed after this time. Opening one costs more than a hundred statements. */
const IDLE_TIMEOUT_MS = 60_000

/** Lends each connection to one transaction at a time. */
export class PostgresPool {
  readonly size: number
  readonly #address: PostgresAddress
  readonly #pool: Pool
  readonly #names = new StatementNames()
  readonly #used = new WeakSet<PoolClient>()
  readonly #settings: SessionSettings
  /** Clients with a session of PostgreSQL that they do not share, because there is no pooler. */
  readonly #direct = new WeakSet<PoolClient>()
  #isPooled: boolean
  #closing: Promise<void> | undefined

  constructor(address: PostgresAddress, options: PostgresOptions) {
    this.#address = address
    this.#isPooled = address.isPooled
    this.#settings = sessionSettings(options)
    this.size = options.maxConnections ?? 10
    this.#pool = new Pool({
      connectionTimeoutMillis: connectTimeoutMs(options),
      // Computed for each client, because encryption may depend on how the server refused another client (PG-22).
      Client: class extends PostgresClient {
        constructor() {
          super(clientConfig(address, options))
        }
      },
      max: this.size,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      allowExitOnIdle: true,
    })
    // Users of a connection receive its failure from their statement. Without listeners, the process would end if an
    // idle connection fails, or if a broken one reports another failure.
    this.#pool.on('error', ignore)
    this.#pool.on('connect', (client) => {
      client.on('error', ignore)
      if (!this.#isPooled) this.#claim(client)
    })
  }

  async use<T>(call: Call, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    this.refuseWhenClosed()
    const client = await this.#checkOutWithin(call.endsAt)
    call.isOnOldConnection = this.#used.has(client)
    this.#used.add(client)
    const connection = this.#connectionOn(client)
    let isInTime = true
    try {
      // If the time limit ends during a statement, the connection is closed, and the database rolls back.
      return await within(call.endsAt, work(connection))
    } catch (error) {
      isInTime = !(error instanceof TookTooLong)
      throw error
    } finally {
      this.#isPooled ||= connection.hasLostNames
      client.release(connection.broken || !isInTime)
    }
  }

  #connectionOn(client: PoolClient): PostgresConnection {
    return this.#direct.has(client) && !this.#isPooled
      ? new PostgresConnection(client, this.#names)
      : new PostgresConnection(client, undefined, localSettings(this.#settings))
  }

  /**
   * Finds out whether a new connection leads directly to PostgreSQL. The query is sent with the first statements and
   * costs no round trip. Until its response, statements run as if there was a pooler.
   */
  #claim(client: PoolClient): void {
    const processId = announcedProcessId(client)
    if (processId === null) return
    client.query<{ readonly isOurs: boolean }>(claimSession(processId, this.#settings)).then(({ rows }) => {
      if (rows[0]?.isOurs) this.#direct.add(client)
      // If the query fails, the statements after it fail too.
    }, ignore)
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

  /** Releases a connection that arrives too late, so that the next caller can use it. */
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
      return await this.#address.connecting(() => this.#pool.connect())
    } catch (cause) {
      throw connectError(cause)
    }
  }
}

function ignore(): void {}
