import type { SqlDriver } from '@flagdeck/store-sql'
import type { DatabaseLocation } from './settings/database-url.ts'

/** Nobody waits for an answer of these: a statement over a large table may take its time. */
const PATIENCE_MS = 60_000

/** The database at a location, to copy all of it. Nothing is opened yet; only the driver that is needed gets loaded. */
export async function openDriver(location: DatabaseLocation): Promise<SqlDriver> {
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteDriver } = await import('@flagdeck/store-sqlite')
      return sqliteDriver(location.path, { timeoutMs: PATIENCE_MS })
    }
    case 'postgres': {
      const { postgresDriver } = await import('@flagdeck/store-postgres')
      return postgresDriver({ connectionString: location.url, statementTimeoutMs: PATIENCE_MS })
    }
  }
}
