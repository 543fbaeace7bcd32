import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'

/**
 * Returns a function that locks a place in a table until the transaction ends, whether it has a row or not. If two
 * transactions find no row and want to insert one, the second waits, and then finds the row of the first. Rows must be
 * read by a later statement, because a statement sees only rows from before its start.
 */
export function placeLock({ db, dialect }: SqlContext): (session: SqlSession, place: string) => Promise<void> {
  const { textLock } = dialect
  if (!textLock) return async () => undefined
  const hold = statement((p: { place: string }) => db.selectNoFrom(textLock(p.place)))
  return async (session, place) => {
    await session.first(hold, { place })
  }
}
