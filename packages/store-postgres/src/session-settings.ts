import type { PostgresOptions } from './postgres-options.ts'

/**
 * The time limit between two statements of a transaction. A process that hangs must not hold its locks forever. Callers
 * that allow longer statements also need more time between them.
 */
const IDLE_IN_TRANSACTION_MS = 10_000

/** Settings of PostgreSQL by name. */
export type SessionSettings = Readonly<Record<string, string>>

/** Backslashes in our SQL are plain characters, whatever the default of the database. */
export const MIGRATION_SETTINGS: SessionSettings = { standard_conforming_strings: 'on' }

/** Returns the settings for the statements of a store. */
export function sessionSettings({ statementTimeoutMs = 2000 }: PostgresOptions): SessionSettings {
  return {
    ...MIGRATION_SETTINGS,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(Math.max(IDLE_IN_TRANSACTION_MS, statementTimeoutMs)),
  }
}

/** Returns SQL that applies settings until the end of the transaction, to append to its `begin` in one message. */
export function localSettings(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join('')
}

/**
 * Returns SQL that selects whether the connection leads directly to PostgreSQL. A pooler announces its own process id,
 * and runs statements in another process. The same statement applies the settings to the session if no other client
 * uses it. A session that a pooler lends to others is not changed.
 */
export function claimSession(processId: number, settings: SessionSettings): string {
  const isLent = `pg_backend_pid() <> ${processId}`
  const sets = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', ${isLent})`)
  return `select pg_backend_pid() = ${processId} as "isOurs", ${sets.join(', ')}`
}
