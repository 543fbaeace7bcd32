import pg, { type ClientConfig, type CustomTypesConfig } from 'pg'
import type { PostgresAddress } from './postgres-address.ts'
import type { PostgresOptions } from './postgres-options.ts'

/** The time that the client waits longer than PostgreSQL's own time-outs. After it, the network must have failed. */
const GRACE_MS = 500

/**
 * Returns the configuration of every connection. The start-up message contains no settings of PostgreSQL, because
 * poolers refuse those that they do not know (PG-1).
 */
export function clientConfig(address: PostgresAddress, options: PostgresOptions): ClientConfig {
  const { statementTimeoutMs = 2000 } = options
  return {
    ...migrationClientConfig(address, options),
    query_timeout: statementTimeoutMs + GRACE_MS,
  }
}

/** Returns the maximum wait for a connection, new or idle, in milliseconds. */
export function connectTimeoutMs({ connectTimeoutMs = 3000 }: PostgresOptions): number {
  return connectTimeoutMs
}

/** Returns the configuration of a connection that migrates: its statements have no time limit. */
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

/**
 * The time limit for a response on the listening connection. A broken connection must be detected and replaced within 5
 * s.
 */
const LISTENER_TIMEOUT_MS = 2000

/** Returns the configuration of the connection that receives changes. */
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

/** Parses counts and ids as numbers. They stay far below 2^53. */
const numericTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
