import { type RawBuilder, sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlQuery } from '../sql-driver.ts'
import type { SqlSession } from '../sql-session.ts'
import { type Statement, statement } from '../statement.ts'

/** Makes the function that takes the next ids of a table, for rows that are still to be written. */
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

/** How many ids to take. */
interface Taken {
  readonly count: number
}

interface IdRow {
  readonly id: number
}

interface CounterQueries {
  /** Returns every id that was taken, or only the last of them. */
  readonly take: Statement<Taken, IdRow>
  /** Makes the counter of a table that has not counted yet, unless somebody just did. */
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

/** The ids up to the last one. PostgreSQL returns each: another transaction may have taken some in between. */
function idsOf(rows: readonly IdRow[], count: number): readonly number[] {
  const last = rows.at(-1)
  if (!last) throw new Error('The table returned no ids.')
  if (rows.length === count) return rows.map(({ id }) => id)
  return Array.from({ length: count }, (_, index) => last.id - count + 1 + index)
}
