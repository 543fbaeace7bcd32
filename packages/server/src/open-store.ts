import type { Store } from '@flagdeck/core'
import type { DatabaseLocation } from './settings/database-url.ts'

/** The store at a location. Nothing is opened yet; only the driver that is needed gets loaded. */
export async function openStore(location: DatabaseLocation): Promise<Store> {
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteStore } = await import('@flagdeck/store-sqlite')
      return sqliteStore(location.path)
    }
    case 'postgres': {
      const { postgresStore } = await import('@flagdeck/store-postgres')
      return postgresStore(location.url)
    }
  }
}
