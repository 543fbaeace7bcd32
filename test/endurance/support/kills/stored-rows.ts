import { DatabaseSync } from 'node:sqlite'
import { type RowReader, readRows } from '../../../../packages/store-postgres/test/support/index.ts'

/** A database as somebody sees it who is not the server. Booleans are those of the database. */
export type StoredRows = RowReader

/** Reads a SQLite file. Whoever opens one first after a crash also recovers it, so a server has to be up already. */
export function sqliteRows(path: string): StoredRows {
  const database = new DatabaseSync(path)
  return {
    all: async (sql) => database.prepare(sql).all(),
    close: async () => database.close(),
  }
}

export function postgresRows(url: string): Promise<StoredRows> {
  return readRows(url)
}

/** The one number that a query answers. */
export async function numberIn(rows: StoredRows, sql: string): Promise<number> {
  const [row = {}] = await rows.all(sql)
  return Number(Object.values(row)[0])
}
