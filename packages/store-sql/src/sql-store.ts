import type { Store } from '@flagdeck/core'
import type { Transaction } from '@flagdeck/core/store'
import { migrate, pendingMigrations } from './migrations/migrate.ts'
import { sqlContext } from './sql-context.ts'
import type { SqlConnection, SqlDriver } from './sql-driver.ts'
import { SqlSession } from './sql-session.ts'
import { sqlTransactions } from './sql-transaction.ts'

/** Returns a store on any SQL database. Applications use `sqliteStore` or `postgresStore`, which call this. */
export function sqlStore(driver: SqlDriver): Store {
  const transactionOn = sqlTransactions(sqlContext(driver.dialect))
  const run = <T>(connection: SqlConnection, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const session = new SqlSession(connection)
    return session.contain(() => work(transactionOn(session)))
  }
  return {
    read: (work) => driver.read((connection) => run(connection, work)),
    write: (work, options) => driver.write((connection) => run(connection, work), options),
    migrate: () => migrate(driver),
    pendingMigrations: () => pendingMigrations(driver),
    ping: () => driver.ping(),
    pools: () => driver.pools?.() ?? [],
    close: () => driver.close(),
  }
}
