import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlConnection } from '../sql-driver.ts'
import { COPIED_TABLES } from './copied-tables.ts'

/** The highest number that each table has assigned so far, including the numbers of deleted rows. */
export type Counters = Readonly<Record<string, number>>

export async function readCounters(connection: SqlConnection, context: SqlContext): Promise<Counters> {
  const counters: [string, number][] = []
  for (const { name, counter } of COPIED_TABLES) {
    if (counter !== null) counters.push([name, await readCounter(connection, context, name, counter)])
  }
  return Object.fromEntries(counters)
}

async function readCounter(
  connection: SqlConnection,
  { db, dialect }: SqlContext,
  table: string,
  counter: string,
): Promise<number> {
  const query = {
    sqlite: sql`select max(given) as given from (
      select seq as given from sqlite_sequence where name = ${table} union all select max(${sql.id(counter)}) from ${sql.table(table)})`,
    postgres: sql`select greatest(
      pg_sequence_last_value(pg_get_serial_sequence(${table}, ${counter})::regclass), max(${sql.id(counter)})) as given
      from ${sql.table(table)}`,
  }[dialect.name]
  const { rows } = await connection.execute(query.compile(db))
  // The result is one row, with null if no number was ever assigned.
  return (rows[0] as { readonly given: number | null }).given ?? 0
}

/** Sets the counters, so that the next row of each table gets a number that was never assigned in either database. */
export async function writeCounters(
  connection: SqlConnection,
  { db, dialect }: SqlContext,
  counters: Counters,
): Promise<void> {
  for (const { name, counter } of COPIED_TABLES) {
    const given = counters[name] ?? 0
    if (counter === null || given === 0) continue
    const queries = {
      sqlite: [
        sql`delete from sqlite_sequence where name = ${name}`,
        sql`insert into sqlite_sequence (name, seq) values (${name}, ${given})`,
      ],
      postgres: [sql`select setval(pg_get_serial_sequence(${name}, ${counter}), ${given})`],
    }[dialect.name]
    for (const query of queries) await connection.execute(query.compile(db))
  }
}
