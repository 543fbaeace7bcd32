import type { Store } from '@flagdeck/core'
import type { DatabaseLocation } from './settings/database-url.ts'

export interface OpenStoreOptions {
  /** For a command that writes much at once, and that somebody waits for: nothing is given up for taking long. */
  readonly patient?: boolean
}

const PATIENCE_MS = 60_000

/** The store at a location. Nothing is opened yet; only the driver that is needed gets loaded. */
export async function openStore(
  location: DatabaseLocation,
  { patient = false }: OpenStoreOptions = {},
): Promise<Store> {
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteStore } = await import('@flagdeck/store-sqlite')
      return sqliteStore(location.path, patient ? { timeoutMs: PATIENCE_MS } : {})
    }
    case 'postgres': {
      const { postgresStore } = await import('@flagdeck/store-postgres')
      return postgresStore({
        connectionString: location.url,
        ...(patient ? { statementTimeoutMs: PATIENCE_MS } : {}),
      })
    }
  }
}
