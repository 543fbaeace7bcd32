import { DatabaseSync } from 'node:sqlite'
import { type RowReader, readRows } from '../../../../packages/store-postgres/test/support/index.ts'

/** Reads a database without the server. Booleans are in the form of the database. */
export type StoredRows = RowReader

/**
 * Reads a SQLite file. The first process that opens it after a crash recovers it, so a server must be running already.
 */
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

/** Returns the number that a query selects. */
export async function numberIn(rows: StoredRows, sql: string): Promise<number> {
  const [row = {}] = await rows.all(sql)
  return Number(Object.values(row)[0])
}
