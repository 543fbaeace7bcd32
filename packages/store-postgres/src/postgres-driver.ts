import { postgresDialect, type SqlDriver } from '@flagdeck/store-sql'
import type { Client } from 'pg'
import { callTimeoutMs, callWithin } from './call-deadline.ts'
import { migrationClientConfig } from './client-config.ts'
import { createTablesProblem, type DatabaseFacts, refuseUnusable, SELECT_DATABASE_FACTS } from './database-facts.ts'
import { LoneStatements } from './lone-statements.ts'
import { PostgresAddress } from './postgres-address.ts'
import { PostgresClient } from './postgres-client.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { connectError } from './postgres-errors.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { PostgresPool } from './postgres-pool.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { retryLost, retryNeverBegun } from './retry-lost.ts'
import { localSettings, MIGRATION_SETTINGS } from './session-settings.ts'
import { StoreMisconfigured } from './store-misconfigured.ts'

/** The key of the lock that prevents concurrent migrations: "flag" in ASCII. */
const MIGRATION_LOCK = 0x666c6167

/** Returns the driver of `postgresStore`. `copyDatabase` uses it directly as a source or a target. */
export function postgresDriver(options: PostgresOptions): SqlDriver {
  const address = new PostgresAddress(options?.connectionString)
  const pool = new PostgresPool(address, options)
  const lone = new LoneStatements()
  const timeoutMs = callTimeoutMs(options)
  return {
    dialect: postgresDialect,
    read: (work) => {
      const call = callWithin(timeoutMs)
      const attempt = () => pool.use(call, (connection) => connection.read(lone, work))
      return retryConflicts(() => retryLost(call, pool.size, attempt))
    },
    // A write whose `begin` succeeded is not repeated after a lost connection: its commit may have succeeded.
    write: (work, { large = false } = {}) => {
      const call = callWithin(large ? Number.POSITIVE_INFINITY : timeoutMs)
      const attempt = () => pool.use(call, (connection) => connection.write(work))
      return retryConflicts(() => retryNeverBegun(pool.size, attempt))
    },
    async writeAlone(work) {
      pool.refuseWhenClosed()
      return onOwnConnection(address, options, (connection) =>
        connection.write(async () => {
          const [{ rows }] = await Promise.all([
            connection.execute({ sql: SELECT_DATABASE_FACTS, parameters: [] }),
            connection.execute({ sql: 'select pg_advisory_xact_lock($1)', parameters: [MIGRATION_LOCK] }),
          ])
          const facts = rows[0] as DatabaseFacts // the only row
          refuseUnusable(facts)
          const problem = createTablesProblem(facts)
          if (problem !== undefined) throw new StoreMisconfigured(problem)
          return work(connection)
        }),
      )
    },
    async ping() {
      const call = callWithin(timeoutMs)
      const ask = (connection: PostgresConnection) => connection.execute({ sql: 'select 1', parameters: [] })
      await retryLost(call, pool.size, () => pool.use(call, ask))
    },
    pools: () => [pool.status('main')],
    close: () => pool.close(),
  }
}

async function onOwnConnection<T>(
  address: PostgresAddress,
  options: PostgresOptions,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const client = await address
    .connecting(() => connect(address, options))
    .catch((cause: unknown) => {
      throw connectError(cause)
    })
  try {
    return await work(new PostgresConnection(client, undefined, localSettings(MIGRATION_SETTINGS)))
  } finally {
    await client.end()
  }
}

async function connect(address: PostgresAddress, options: PostgresOptions): Promise<Client> {
  const client = new PostgresClient(migrationClientConfig(address, options))
  client.on('error', () => undefined)
  await client.connect()
  return client
}
