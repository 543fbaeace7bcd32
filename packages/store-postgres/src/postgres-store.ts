import type { Store } from '@flagdeck/core'
import { refuseUnknownOptions } from '@flagdeck/core/operations'
import { sqlStore } from '@flagdeck/store-sql'
import { postgresChangeBus } from './postgres-change-bus.ts'
import { postgresDriver } from './postgres-driver.ts'
import type { PostgresOptions } from './postgres-options.ts'

/**
 * Stores everything in a PostgreSQL database (14 or newer), which any number of instances may share. Choose it if one
 * machine is no longer enough.
 *
 * The store connects with the first call. If PostgreSQL cannot be reached, calls reject with `StoreUnavailable` within
 * seconds. They succeed again as soon as PostgreSQL is back. Instances notify each other of changes by LISTEN and
 * NOTIFY. Through a pooler in transaction mode, they find changes at the next check instead.
 *
 * @example
 * const store = postgresStore('postgres://flagdeck:secret@db.internal/flagdeck')
 * await store.migrate()
 */
export function postgresStore(options: string | PostgresOptions): Store {
  const given = typeof options === 'string' ? { connectionString: options } : options
  const driver = postgresDriver(given)
  refuseUnknownOptions('postgresStore', given, OPTIONS)
  return { ...sqlStore(driver), changeBus: (reports) => postgresChangeBus(given, reports) }
}

const OPTIONS = Object.keys({
  connectionString: true,
  maxConnections: true,
  connectTimeoutMs: true,
  statementTimeoutMs: true,
  callTimeoutMs: true,
} satisfies Record<keyof PostgresOptions, true>)
