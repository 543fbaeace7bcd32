import { type RawBuilder, sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlQuery } from '../sql-driver.ts'
import type { SqlSession } from '../sql-session.ts'
import { type Statement, statement } from '../statement.ts'

/** Returns a function that reserves the next ids of a table, for rows that are written later. */
export function idCounter(
  context: SqlContext,
  table: 'flags',
): (session: SqlSession, count: number) => Promise<readonly number[]> {
  const { take, begin } = queries(context, table)
  return async (session, count) => {
    const taken = await session.all(take, { count })
    if (taken.length > 0 || !begin) return idsOf(taken, count)
    await session.execute(begin)
    return idsOf(await session.all(take, { count }), count)
  }
}

/** The number of ids to reserve. */
interface Taken {
  readonly count: number
}

interface IdRow {
  readonly id: number
}

interface CounterQueries {
  /** Returns every reserved id, or only the last of them. */
  readonly take: Statement<Taken, IdRow>
  /** Creates the counter of a table that has none yet, unless a concurrent transaction just did. */
  readonly begin?: SqlQuery
}

function queries({ db, dialect }: SqlContext, table: string): CounterQueries {
  const name = sql.lit(table)
  const prepared = (build: (taken: Taken) => RawBuilder<IdRow>) =>
    statement((taken: Taken) => ({ compile: () => build(taken).compile(db) }))
  switch (dialect.name) {
    case 'sqlite':
      return {
        take: prepared(
          ({ count }) => sql`update sqlite_sequence set seq = seq + ${count} where name = ${name} returning seq as id`,
        ),
        begin: sql`insert into sqlite_sequence (name, seq) select ${name}, 0
          where not exists (select 1 from sqlite_sequence where name = ${name})`.compile(db),
      }
    case 'postgres':
      return {
        take: prepared(
          ({ count }) =>
            sql`select nextval(pg_get_serial_sequence(${name}, 'id')) as id from generate_series(1, ${count}::integer)`,
        ),
      }
  }
}

/**
 * Returns the ids up to the last one. PostgreSQL returns each of them, because another transaction may have reserved
 * ids in between.
 */
function idsOf(rows: readonly IdRow[], count: number): readonly number[] {
  const last = rows.at(-1)
  if (!last) throw new Error('The table returned no ids.')
  if (rows.length === count) return rows.map(({ id }) => id)
  return Array.from({ length: count }, (_, index) => last.id - count + 1 + index)
}
