import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlQuery } from '../sql-driver.ts'
import type { SqlSession } from '../sql-session.ts'
import { insertedId } from './inserted-id.ts'

/** Makes the function that takes the next number which a table gives to a row, for one that is still to be written. */
export function idCounter(context: SqlContext, table: 'flags'): (session: SqlSession) => Promise<number> {
  const { take, begin } = queries(context, table)
  return async (session) => {
    const taken = await takenBy(session, take)
    if (taken || !begin) return insertedId(taken)
    await session.execute(begin)
    return insertedId(await takenBy(session, take))
  }
}

interface CounterQueries {
  readonly take: SqlQuery
  /** Makes the counter of a table that has not counted yet, unless somebody just did. */
  readonly begin?: SqlQuery
}

function queries({ db, dialect }: SqlContext, table: string): CounterQueries {
  const name = sql.lit(table)
  switch (dialect.name) {
    case 'sqlite':
      return {
        take: sql`update sqlite_sequence set seq = seq + 1 where name = ${name} returning seq as id`.compile(db),
        begin: sql`insert into sqlite_sequence (name, seq) select ${name}, 0
          where not exists (select 1 from sqlite_sequence where name = ${name})`.compile(db),
      }
    case 'postgres':
      return { take: sql`select nextval(pg_get_serial_sequence(${name}, 'id')) as id`.compile(db) }
  }
}

async function takenBy(session: SqlSession, query: SqlQuery): Promise<{ readonly id: number } | undefined> {
  return (await session.execute(query)).rows[0] as { readonly id: number } | undefined
}
