import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlQuery } from '../sql-driver.ts'
import type { SqlSession } from '../sql-session.ts'
import { insertedId } from './inserted-id.ts'

/** Makes the function that takes the next number which a table gives to a row, for one that is still to be written. */
export function idCounter(context: SqlContext, table: 'flags'): (session: SqlSession) => Promise<number> {
  const [take, ...begin] = queries(context, table)
  return async (session) => {
    let taken = await takenBy(session, take)
    for (const query of begin) taken ??= await takenBy(session, query)
    return insertedId(taken)
  }
}

/** Takes a number; what follows the first is for a table that has not counted yet. */
function queries({ db, dialect }: SqlContext, table: string): readonly [SqlQuery, ...SqlQuery[]] {
  switch (dialect.name) {
    case 'sqlite':
      return [
        sql`update sqlite_sequence set seq = seq + 1 where name = ${sql.lit(table)} returning seq as id`.compile(db),
        sql`insert into sqlite_sequence (name, seq) values (${sql.lit(table)}, 1) returning seq as id`.compile(db),
      ]
    case 'postgres':
      return [sql`select nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id')) as id`.compile(db)]
  }
}

async function takenBy(session: SqlSession, query: SqlQuery): Promise<{ readonly id: number } | undefined> {
  return (await session.execute(query)).rows[0] as { readonly id: number } | undefined
}
