import pg, { type ClientConfig, type CustomTypesConfig } from 'pg'
import type { PostgresAddress } from './postgres-address.ts'
import type { PostgresOptions } from './postgres-options.ts'

/** How much later than PostgreSQL itself we give up on a statement: by then it is the network that does not answer. */
const GRACE_MS = 500

/**
 * The configuration of every connection. No setting of PostgreSQL is in the start-up message: poolers refuse those that
 * they do not know (PG-1).
 */
export function clientConfig(address: PostgresAddress, options: PostgresOptions): ClientConfig {
  const { statementTimeoutMs = 2000 } = options
  return {
    ...migrationClientConfig(address, options),
    query_timeout: statementTimeoutMs + GRACE_MS,
  }
}

/** How long to wait for a connection, new or free. */
export function connectTimeoutMs({ connectTimeoutMs = 3000 }: PostgresOptions): number {
  return connectTimeoutMs
}

/** The same for a connection that migrates, whose statements may take as long as they need. */
export function migrationClientConfig(address: PostgresAddress, options: PostgresOptions): ClientConfig {
  return {
    ...address.config(),
    connectionTimeoutMillis: connectTimeoutMs(options),
    fallback_application_name: 'flagdeck',
    keepAlive: true,
    types: numericTypes,
    pipeline: true,
  }
}

/** The longest that a connection for listening may take to answer: it has to be found out to be dead, and made anew, within 5 s. */
const LISTENER_TIMEOUT_MS = 2000

/** The same for the connection that hears of changes. */
export function listenerClientConfig(address: PostgresAddress, options: PostgresOptions): ClientConfig {
  return {
    ...address.config(),
    connectionTimeoutMillis: Math.min(connectTimeoutMs(options), LISTENER_TIMEOUT_MS),
    query_timeout: LISTENER_TIMEOUT_MS,
    fallback_application_name: 'flagdeck-listener',
    keepAlive: true,
  }
}

const INT8 = 20

/** Counts and ids come as numbers. They stay far below 2^53. */
const numericTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
