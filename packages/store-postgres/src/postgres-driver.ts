import { StoreUnavailable } from '@flagdeck/core'
import type { PoolStatus } from '@flagdeck/core/store'
import { postgresDialect, type SqlDriver } from '@flagdeck/store-sql'
import { Client, Pool, type PoolClient } from 'pg'
import { type Call, callTimeoutMs, callWithin, TookTooLong, within } from './call-deadline.ts'
import { clientConfig, migrationClientConfig } from './client-config.ts'
import { LoneStatements } from './lone-statements.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { ConnectionLost, diagnose, NeverBegun } from './postgres-errors.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { StatementNames } from './statement-names.ts'

/** Names the lock that keeps two processes from migrating at once: "flag" in ASCII. */
const MIGRATION_LOCK = 0x666c6167

/** Whoever comes when so many wait for a connection already would not get one in time either. */
// Bound: OUT-8 postgres-calls
const MOST_WAITING = 1000

/** Idle connections are kept this long: a new one costs more than a hundred statements. */
const IDLE_TIMEOUT_MS = 60_000

/** What `postgresStore` runs on; by itself it is what `copyDatabase` reads from and writes to. */
export function postgresDriver(options: PostgresOptions): SqlDriver {
  const { maxConnections = 10 } = options
  const pool = connectionPool(options, maxConnections)
  const names = new StatementNames()
  const lone = new LoneStatements()
  let closing: Promise<void> | undefined

  const used = new WeakSet<PoolClient>()
  const timeoutMs = callTimeoutMs(options)

  const use = async <T>(call: Call, work: (connection: PostgresConnection) => Promise<T>): Promise<T> => {
    if (closing) throw new StoreUnavailable('The store was closed.')
    const client = await checkOutWithin(call.endsAt, pool)
    call.isOnOldConnection = used.has(client)
    used.add(client)
    const connection = new PostgresConnection(client, names)
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
  return {
    dialect: postgresDialect,
    read: (work) => {
      const call = callWithin(timeoutMs)
      return retryConflicts(() =>
        retryLost(call, maxConnections, () => use(call, (connection) => connection.read(lone, work))),
      )
    },
    // Once it has begun, never again after a lost connection: the commit may have been on its way.
    write: (work, { large = false } = {}) => {
      const call = callWithin(large ? Number.POSITIVE_INFINITY : timeoutMs)
      return retryConflicts(() =>
        retryNeverBegun(maxConnections, () => use(call, (connection) => connection.write(work))),
      )
    },
    async writeAlone(work) {
      if (closing) throw new StoreUnavailable('The store was closed.')
      return onOwnConnection(options, (connection) =>
        connection.write(async () => {
          await connection.execute({ sql: 'select pg_advisory_xact_lock($1)', parameters: [MIGRATION_LOCK] })
          return work(connection)
        }),
      )
    },
    async ping() {
      const call = callWithin(timeoutMs)
      await retryLost(call, maxConnections, () =>
        use(call, (connection) => connection.execute({ sql: 'select 1', parameters: [] })),
      )
    },
    pools: () => [poolStatus(pool, maxConnections)],
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

function connectionPool(options: PostgresOptions, max: number): Pool {
  const pool = new Pool({ ...clientConfig(options), max, idleTimeoutMillis: IDLE_TIMEOUT_MS, allowExitOnIdle: true })
  // Whoever uses a connection learns of its failure from the statement that fails. Without listeners, the failure of
  // an idle one, or one that a broken connection reports besides, would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

function poolStatus({ totalCount, idleCount, waitingCount }: Pool, size: number): PoolStatus {
  return { name: 'main', size, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** A connection that comes too late is for whoever wants one next. */
async function checkOutWithin(endsAt: number, pool: Pool): Promise<PoolClient> {
  const coming = checkOut(pool)
  try {
    return await within(endsAt, coming)
  } catch (error) {
    coming.then((client) => client.release(), ignore)
    throw error
  }
}

async function checkOut(pool: Pool): Promise<PoolClient> {
  if (pool.waitingCount >= MOST_WAITING) {
    throw new StoreUnavailable('PostgreSQL is busy: too many wait for a connection already.')
  }
  try {
    return await pool.connect()
  } catch (cause) {
    throw connectError(cause)
  }
}

async function onOwnConnection<T>(
  options: PostgresOptions,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const client = new Client(migrationClientConfig(options))
  client.on('error', ignore)
  try {
    await client.connect().catch((cause: unknown) => {
      throw connectError(cause)
    })
    return await work(new PostgresConnection(client, new StatementNames()))
  } finally {
    await client.end()
  }
}

/** What to throw when there is no connection to be had. It is no lost one: nothing was sent. */
function connectError(cause: unknown): StoreUnavailable {
  const { error } = diagnose(cause)
  if (error instanceof StoreUnavailable && !(error instanceof ConnectionLost)) return error
  const { message } = cause as Error
  if (message.includes('timeout')) return new StoreUnavailable('PostgreSQL gave no connection in time.', cause)
  return new StoreUnavailable(`PostgreSQL cannot be reached: ${message || String(cause)}.`, cause)
}

/**
 * A read changes nothing, so after a lost connection it can simply run on another: once on a new one, and before that
 * on each old one, since a fail-over breaks all of them at once.
 */
async function retryLost<T>(call: Call, oldConnections: number, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const mayRetry = attempts === 1 || (call.isOnOldConnection && attempts <= oldConnections)
      if (!(error instanceof ConnectionLost) || !mayRetry) throw error
    }
  }
}

/** After a fail-over every idle connection may be broken without our having noticed. Each attempt removes one. */
async function retryNeverBegun<T>(times: number, attempt: () => Promise<T>): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NeverBegun) || left === 0) throw error
    }
  }
}

function ignore(): void {}
