import pg, { type ClientConfig, type CustomTypesConfig } from 'pg'
import type { PostgresOptions } from './postgres-options.ts'

/** How much later than PostgreSQL itself we give up on a statement: by then it is the network that does not answer. */
const GRACE_MS = 500
/**
 * How long a transaction may rest between two statements. A process that hangs must not keep its locks for good. Whoever
 * lets statements take longer also has more to do between them.
 */
const IDLE_IN_TRANSACTION_MS = 10_000

/** What every connection is made with. */
export function clientConfig(options: PostgresOptions): ClientConfig {
  const { connectTimeoutMs = 3000, statementTimeoutMs = 2000 } = options
  return {
    ...migrationClientConfig(options),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + GRACE_MS,
    idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION_MS, statementTimeoutMs),
    pipeline: true,
  }
}

/** The same for a connection that migrates, whose statements may take as long as they need. */
export function migrationClientConfig({ connectionString, connectTimeoutMs = 3000 }: PostgresOptions): ClientConfig {
  return {
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    fallback_application_name: 'flagdeck',
    keepAlive: true,
    types: numericTypes,
  }
}

/** The longest that a connection for listening may take to answer: it has to be found out to be dead, and made anew, within 5 s. */
const LISTENER_TIMEOUT_MS = 2000

/** The same for the connection that hears of changes. */
export function listenerClientConfig({ connectionString, connectTimeoutMs = 3000 }: PostgresOptions): ClientConfig {
  return {
    connectionString,
    connectionTimeoutMillis: Math.min(connectTimeoutMs, LISTENER_TIMEOUT_MS),
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
