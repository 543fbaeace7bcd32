import { refuseOldNode } from '@flagdeck/core/operations'
import { type SqlDriver, sqliteDialect } from '@flagdeck/store-sql'
import { SqliteDatabase } from './sqlite-database.ts'
import type { SqliteOptions } from './sqlite-options.ts'

/** A migration may rebuild a large table while others wait for it. */
const ALONE_TIMEOUT_MS = 60_000

/** Returns the driver of `sqliteStore`. `copyDatabase` uses it directly as a source or a target. */
export function sqliteDriver(
  path: string,
  { synchronous = 'full', timeoutMs = 5000, asItIs = false, create = true, onCreate = () => undefined }: SqliteOptions,
): SqlDriver {
  // With an old version of Node, the library would end the process without a message.
  refuseOldNode()
  const database = new SqliteDatabase(path, { synchronous, timeoutMs, asItIs, create, onCreate })
  return {
    dialect: sqliteDialect,
    read: (work) => database.read(work),
    write(work, { large = false } = {}) {
      // A database in memory has nothing to flush.
      if (database.isInMemory) return database.writeAlone(work)
      return large ? database.writeLarge(work) : database.writeTogether(work)
    },
    writeAlone: (work) => database.writeAlone(work, ALONE_TIMEOUT_MS),
    ping: () => database.ping(),
    pools: () => database.pools(),
    close: () => database.close(),
  }
}
