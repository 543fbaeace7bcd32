import Database from 'better-sqlite3'
import { Client } from 'pg'

/** One connection through the bare driver of a database, with statements that are prepared once. */
export interface ByHandDriver {
  /** Parameters are written in PostgreSQL's form. */
  rows<Row>(query: string, values: readonly unknown[]): Promise<readonly Row[]>
  transaction<T>(work: () => Promise<T>): Promise<T>
  booleanOf(value: boolean): boolean | number
  close(): Promise<void>
}

/** @param url in the form of `DATABASE_URL` */
export async function openByHand(url: string): Promise<ByHandDriver> {
  return url.startsWith('sqlite:') ? onSqlite(url.slice('sqlite:'.length)) : onPostgres(url)
}

interface PreparedQuery {
  readonly statement: Database.Statement
  /** The index of the parameter for each question mark. */
  readonly places: readonly number[]
}

/** Commits are flushed before the response, as in Flagdeck. */
function onSqlite(path: string): ByHandDriver {
  const database = new Database(path)
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) database.pragma(pragma)
  const known = new Map<string, PreparedQuery>()
  const prepared = (query: string): PreparedQuery => {
    const places = [...query.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place) - 1)
    const found = { statement: database.prepare(query.replace(/\$\d+/g, '?')), places }
    known.set(query, found)
    return found
  }
  const rows: ByHandDriver['rows'] = async (query, values) => {
    const { statement, places } = known.get(query) ?? prepared(query)
    const parameters = places.map((place) => values[place])
    if (statement.reader) return statement.all(...parameters) as never // the caller declares the type
    statement.run(...parameters)
    return []
  }
  return {
    rows,
    transaction: (work) => inTransaction(rows, 'begin immediate', work),
    booleanOf: Number,
    close: async () => {
      database.close()
    },
  }
}

async function onPostgres(url: string): Promise<ByHandDriver> {
  const client = new Client(url)
  await client.connect()
  const names = new Map<string, string>()
  const rows: ByHandDriver['rows'] = async (text, values) => {
    const name = names.get(text) ?? `statement ${names.size}`
    names.set(text, name)
    const result = await client.query({ name, text, values: [...values] })
    return result.rows as never // the caller declares the type
  }
  return {
    rows,
    transaction: (work) => inTransaction(rows, 'begin', work),
    booleanOf: (value) => value,
    close: () => client.end(),
  }
}

async function inTransaction<T>(rows: ByHandDriver['rows'], begin: string, work: () => Promise<T>): Promise<T> {
  await rows(begin, [])
  const result = await work()
  await rows('commit', [])
  return result
}
