import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'

/**
 * Makes the function that reads a row under a lock also when it is not there yet: whoever asks for the same place
 * waits, and then sees what was put there. `place` names it among all tables; `read` has to lock the row it finds.
 */
export function placeLock({ db, dialect }: SqlContext) {
  const { textLock } = dialect
  const hold = textLock && statement((p: { place: string }) => db.selectNoFrom(textLock(p.place)))
  return async <Row>(
    session: SqlSession,
    place: string,
    read: () => Promise<Row | undefined>,
  ): Promise<Row | undefined> => {
    const row = await read()
    if (row !== undefined || !hold) return row
    await session.first(hold, { place })
    // Whoever held the place may have put a row there, which only a statement that begins now can see.
    return read()
  }
}
