import type { Store } from '@flagdeck/core'
import { type SqlConnection, type SqlDriver, type SqlQuery, sqlStore } from '@flagdeck/store-sql'

/** Returns the queries that `work` sends to the database when it runs on a store of `driver`. */
export async function queriesOf(
  driver: SqlDriver,
  work: (store: Store) => Promise<unknown>,
): Promise<readonly SqlQuery[]> {
  const queries: SqlQuery[] = []
  const recording = (connection: SqlConnection): SqlConnection => ({
    execute(query) {
      queries.push(query)
      return connection.execute(query)
    },
  })
  const store = sqlStore({
    ...driver,
    read: (use) => driver.read((connection) => use(recording(connection))),
    write: (use) => driver.write((connection) => use(recording(connection))),
  })
  await work(store)
  return queries
}
