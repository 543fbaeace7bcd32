import { TLSSocket } from 'node:tls'
import { listenerClientConfig } from './client-config.ts'
import { createTablesProblem, type DatabaseFacts, refuseUnusable, SELECT_DATABASE_FACTS } from './database-facts.ts'
import { findPoolMode } from './pool-mode.ts'
import { PostgresAddress } from './postgres-address.ts'
import { PostgresClient } from './postgres-client.ts'
import { connectError } from './postgres-errors.ts'
import type { PoolMode, PostgresOptions } from './postgres-options.ts'

/** The result of `inspectPostgres`. */
export interface PostgresInspection {
  /** The release of the server, such as `18.1`. */
  readonly version: string
  /**
   * Whether the connection goes through a pooler, and for how long the pooler assigns a client one connection to
   * PostgreSQL.
   */
  readonly poolMode: PoolMode
  /** Whether the connection is encrypted: the one to the pooler, if there is one. */
  readonly isEncrypted: boolean
  /** The problem if migrations cannot create tables; a migrated database works without this permission (PG-18). */
  readonly createTablesProblem: string | undefined
}

/**
 * Connects and inspects the database without changing anything.
 * @throws StoreUnavailable with a sentence if a store cannot use the database
 */
export async function inspectPostgres(options: PostgresOptions): Promise<PostgresInspection> {
  const address = new PostgresAddress(options.connectionString)
  const connect = () =>
    address.connecting(async () => {
      const client = new PostgresClient(listenerClientConfig(address, options))
      client.on('error', () => undefined)
      await client.connect()
      return client
    })
  try {
    const client = await connect()
    try {
      const { rows } = await client.query<DatabaseFacts & { readonly version: string }>(
        `${SELECT_DATABASE_FACTS}, current_setting('server_version') as "version"`,
      )
      const [found] = rows
      if (!found) throw new Error('no row')
      refuseUnusable(found)
      return {
        version: found.version,
        isEncrypted: client.connection.stream instanceof TLSSocket,
        poolMode: address.isPooled ? 'transaction' : await findPoolMode(client, connect),
        createTablesProblem: createTablesProblem(found),
      }
    } finally {
      await client.end()
    }
  } catch (error) {
    throw connectError(error)
  }
}
