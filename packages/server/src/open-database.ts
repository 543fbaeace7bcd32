import type { Store } from '@flagdeck/core'
import type { SqlDriver } from '@flagdeck/store-sql'
import type { DatabaseLocation } from './settings/database-url.ts'

export interface OpenOptions {
  /** For a command that somebody waits for, whatever there is to read or write: nothing is given up for taking long. */
  readonly patient?: boolean
  /** For a command that looks: no file is made, and nothing of one is changed by opening it. */
  readonly asItIs?: boolean
  /** Called with the path of a SQLite file that was missing and has been created; else standard error gets a line. */
  readonly onCreate?: (path: string) => void
}

const PATIENCE_MS = 60_000

/** The store at a location. Nothing is opened yet. */
export async function openStore(location: DatabaseLocation, options: OpenOptions = {}): Promise<Store> {
  return (await databaseAt(location, options)).store()
}

/** The same database by its driver, to copy all of it. */
export async function openDriver(location: DatabaseLocation, options: OpenOptions = {}): Promise<SqlDriver> {
  return (await databaseAt(location, options)).driver()
}

interface Database {
  store(): Store
  driver(): SqlDriver
}

/** Only the driver that is needed gets loaded. */
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
