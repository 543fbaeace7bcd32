import type { Store } from '@flagdeck/core'
import { type SqlDriver, sqliteDialect, sqlStore } from '@flagdeck/store-sql'
import { ConnectionQueue } from './connection-queue.ts'
import { NodeSqliteConnection } from './node-sqlite-connection.ts'

const TIMEOUT_MS = 5000
/** A migration may rebuild a large table while others wait for it. */
const ALONE_TIMEOUT_MS = 60_000

/** `normal` is several times faster, and lets a power failure take the last writes. */
type Synchronous = 'full' | 'normal'

/** Keeps everything in one SQLite file, through the driver that Node brings. */
export function nodeSqliteStore(path: string, synchronous: Synchronous = 'full'): Store {
  return sqlStore(nodeSqliteDriver(path, synchronous))
}

/** One connection writes, and one reads: with a write-ahead log it sees one state while the other goes on. */
function nodeSqliteDriver(path: string, synchronous: Synchronous): SqlDriver {
  const writing = ['journal_mode = wal', `synchronous = ${synchronous}`]
  const writer = new ConnectionQueue(() => new NodeSqliteConnection(path, writing))
  // A database in memory belongs to its connection.
  const reader =
    path === ':memory:' ? writer : new ConnectionQueue(() => new NodeSqliteConnection(path, ['query_only = on']))
  return {
    dialect: sqliteDialect,
    read: (work) => reader.use(TIMEOUT_MS, (connection) => connection.transaction('begin', work)),
    write: (work) => writer.use(TIMEOUT_MS, (connection) => connection.transaction('begin immediate', work)),
    writeAlone: (work) => writer.use(ALONE_TIMEOUT_MS, (connection) => connection.transaction('begin immediate', work)),
    async ping() {
      // Unlike `select 1`, this looks into the file.
      const sql = 'select 1 from sqlite_schema limit 1'
      await reader.use(TIMEOUT_MS, (connection) => connection.execute({ sql, parameters: [] }))
    },
    async close() {
      await Promise.all([writer.close(), reader.close()])
    },
  }
}
