import type { Store } from '@flagdeck/core'
import { postgresStore } from '@flagdeck/store-postgres'
import { sqliteStore } from '@flagdeck/store-sqlite'

/** Opens the store of a PostgreSQL URL, or of the path of a SQLite file. */
export function openStore(url: string): Store {
  return url.startsWith('postgres') ? postgresStore(url) : sqliteStore(url)
}
