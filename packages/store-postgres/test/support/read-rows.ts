import { Client, types } from 'pg'

const INT8 = 20

/** Reads rows without the store, like an administrator. Counts and ids are numbers. */
export interface RowReader {
  all(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

export async function readRows(url: string): Promise<RowReader> {
  const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)
  const client = new Client({ connectionString: url, application_name: 'flagdeck-tests', types: { getTypeParser } })
  await client.connect()
  return {
    all: async (sql) => (await client.query(sql)).rows,
    close: () => client.end(),
  }
}
