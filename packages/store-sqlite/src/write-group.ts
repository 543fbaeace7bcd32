import type { SqlConnection } from '@flagdeck/store-sql'
import { retryWhileBusy } from './retry-while-busy.ts'
import { DatabaseBusy } from './sqlite-errors.ts'

/** SQLite writes the pages of all of them at one go, in which nothing else has its turn. */
const MOST_TOGETHER = 32

/** The transaction was lost through another write in it: nothing of this one is kept, and it may run again. */
export class LostTogether extends Error {}

/** A write whose work is done, in a transaction that is still open. */
interface Member {
  /** Whether it is kept when the transaction is. */
  readonly isSound: boolean
  /** Tells whoever waits for it what it came to. */
  settle(): void
  refuse(error: unknown): void
}

/**
 * Writes of one connection that are made durable together: one transaction, of which each is a savepoint. One that fails
 * is taken back alone; nobody hears of his own before all are committed (WRITE-4).
 */
export class WriteGroup {
  readonly #timeoutMs: number
  // Bound: dies with the transaction
  readonly #members: Member[] = []
  #connection: SqlConnection | undefined

  /** @param timeoutMs how long a commit waits for locks of other processes */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs `work` in the transaction that is open, or begins one; whoever calls has the connection alone, and calls `leave`
   * when it goes. Resolves when the work is done, with the promise of its outcome.
   * @throws DatabaseBusy when the work has to be tried again; nothing of it is left
   */
  async join<T>(connection: SqlConnection, work: (connection: SqlConnection) => Promise<T>) {
    const outcome = Promise.withResolvers<T>()
    // It is given to whoever waits for it, but may be known before that.
    outcome.promise.catch(() => undefined)
    await this.#begin(connection)
    try {
      const result = await work(connection)
      await command(connection, 'release member')
      this.#members.push({ isSound: true, settle: () => outcome.resolve(result), refuse: outcome.reject })
    } catch (error) {
      await this.#takeBack(connection)
      if (error instanceof DatabaseBusy) throw error
      this.#members.push({ isSound: false, settle: () => outcome.reject(error), refuse: outcome.reject })
    }
    return { outcome: outcome.promise }
  }

  /** Ends a turn on the connection. Whoever is the last to have one commits for all. */
  async leave(doOthersWait: () => boolean): Promise<void> {
    // What came in meanwhile is heard of now, and comes along.
    if (this.#members.some(({ isSound }) => isSound) && !doOthersWait()) await nextTurn()
    if (!doOthersWait() || this.#members.length >= MOST_TOGETHER) await this.end()
  }

  /** Commits what is open, and settles it. */
  async end(): Promise<void> {
    const members = this.#members.splice(0)
    try {
      if (this.#connection) await this.#endWith(members.some(({ isSound }) => isSound) ? 'commit' : 'rollback')
    } catch (error) {
      for (const member of members) member.refuse(error)
      return
    }
    for (const member of members) member.settle()
  }

  async #begin(connection: SqlConnection): Promise<void> {
    if (!this.#connection) await command(connection, 'begin immediate')
    this.#connection = connection
    await command(connection, 'savepoint member')
  }

  async #endWith(sql: 'commit' | 'rollback'): Promise<void> {
    const connection = this.#connection
    if (!connection) return
    const deadline = performance.now() + this.#timeoutMs
    try {
      await retryWhileBusy(deadline, () => command(connection, sql))
    } catch (error) {
      // Some failures, such as a full disk, have rolled back already, or have ended the connection.
      await command(connection, 'rollback').catch(() => undefined)
      throw error
    } finally {
      this.#connection = undefined
    }
  }

  async #takeBack(connection: SqlConnection): Promise<void> {
    try {
      await command(connection, 'rollback to member')
      await command(connection, 'release member')
    } catch {
      await this.#endWith('rollback').catch(() => undefined)
      for (const member of this.#members.splice(0)) lose(member)
    }
  }
}

/** What failed by itself has its answer; what did not has to be done again. */
function lose(member: Member): void {
  if (member.isSound) member.refuse(new LostTogether())
  else member.settle()
}

async function command(connection: SqlConnection, sql: string): Promise<void> {
  await connection.execute({ sql, parameters: [] })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
