import type { Store } from '@flagdeck/core'
import type { SqlDriver } from '@flagdeck/store-sql'
import type { DatabaseLocation } from './settings/database-url.ts'

export interface OpenOptions {
  /** For commands that read or write large amounts: uses a long timeout. */
  readonly patient?: boolean
  /** For read-only commands: opening creates no file and changes none. */
  readonly asItIs?: boolean
  /** Called with the path of a created SQLite file. By default, standard error gets a line. */
  readonly onCreate?: (path: string) => void
}

const PATIENCE_MS = 60_000

/** Returns the store at a location. It opens the database with the first call. */
export async function openStore(location: DatabaseLocation, options: OpenOptions = {}): Promise<Store> {
  return (await databaseAt(location, options)).store()
}

/** Returns the driver of the same database, to copy all tables. */
export async function openDriver(location: DatabaseLocation, options: OpenOptions = {}): Promise<SqlDriver> {
  return (await databaseAt(location, options)).driver()
}

interface Database {
  store(): Store
  driver(): SqlDriver
}

/** Opens the database and loads only its driver. */
async function databaseAt(
  location: DatabaseLocation,
  { patient = false, asItIs = false, onCreate = reportCreated }: OpenOptions,
): Promise<Database> {
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteDriver, sqliteStore } = await import('@flagdeck/store-sqlite')
      const { create = true } = location
      const options = { asItIs, create, onCreate, ...(patient ? { timeoutMs: PATIENCE_MS } : {}) }
      return { store: () => sqliteStore(location.path, options), driver: () => sqliteDriver(location.path, options) }
    }
    case 'postgres': {
      const { postgresDriver, postgresStore } = await import('@flagdeck/store-postgres')
      const options = { connectionString: location.url, ...(patient ? { statementTimeoutMs: PATIENCE_MS } : {}) }
      return { store: () => postgresStore(options), driver: () => postgresDriver(options) }
    }
  }
}

function reportCreated(path: string): void {
  process.stderr.write(`Created the database ${path}.\n`)
}
