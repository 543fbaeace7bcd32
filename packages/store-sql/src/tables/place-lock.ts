import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'

/**
 * Makes the function that holds a place in a table until the transaction ends, whether there is a row or not: of two
 * who find none and want to put one there, one waits for the other and then finds it. Rows are read in a statement
 * after this one, because a statement sees only what was there when it began.
 */
export function placeLock({ db, dialect }: SqlContext): (session: SqlSession, place: string) => Promise<void> {
  const { textLock } = dialect
  if (!textLock) return async () => undefined
  const hold = statement((p: { place: string }) => db.selectNoFrom(textLock(p.place)))
  return async (session, place) => {
    await session.first(hold, { place })
  }
}
