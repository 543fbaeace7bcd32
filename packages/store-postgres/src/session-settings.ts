import type { PostgresOptions } from './postgres-options.ts'

/**
 * The longest that a transaction may rest between two statements. A process that hangs must not hold its locks forever.
 * Callers that allow longer statements also need more time between them.
 */
const IDLE_IN_TRANSACTION_MS = 10_000

/** Settings of PostgreSQL by their names. */
export type SessionSettings = Readonly<Record<string, string>>

/** Backslashes in our SQL are characters, whatever the database has as its default. */
export const MIGRATION_SETTINGS: SessionSettings = { standard_conforming_strings: 'on' }

/** The settings under which statements of a store run. */
export function sessionSettings({ statementTimeoutMs = 2000 }: PostgresOptions): SessionSettings {
  return {
    ...MIGRATION_SETTINGS,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(Math.max(IDLE_IN_TRANSACTION_MS, statementTimeoutMs)),
  }
}

/** Makes settings valid until the end of the transaction, in the same message as the `begin` before them. */
export function localSettings(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join('')
}

/**
 * Returns whether PostgreSQL itself is at the other end: a pooler announces a process of its own, and runs statements in
 * another one. In the same statement, the settings are made for the session, which is then ours alone. A session that a
 * pooler lends to others is left as it is.
 */
export function claimSession(processId: number, settings: SessionSettings): string {
  const isLent = `pg_backend_pid() <> ${processId}`
  const sets = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', ${isLent})`)
  return `select pg_backend_pid() = ${processId} as "isOurs", ${sets.join(', ')}`
}
