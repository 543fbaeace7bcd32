import type { SqlConnection } from '@flagdeck/store-sql'
import { retryWhileBusy } from './retry-while-busy.ts'
import { DatabaseBusy } from './sqlite-errors.ts'

/**
 * The maximum number of writes in one commit. SQLite writes the pages of all of them in one call, which blocks other
 * work.
 */
const MOST_TOGETHER = 32

/** The maximum time that a finished write waits for later ones. */
const LONGEST_WAIT_MS = 50

/** The transaction was lost because of another write in it. This write has no effect and may run again. */
export class LostTogether extends Error {}

/** The connection of a group. */
export interface GroupConnection extends SqlConnection {
  readonly isInTransaction: boolean
}

/** A finished write, in a transaction that is still open. */
interface Member {
  /** Whether the write takes effect when the transaction commits. */
  readonly isSound: boolean
  /** Passes the result of the write to its caller. */
  settle(): void
  refuse(error: unknown): void
}

/**
 * Writes of one connection that are committed together, in one transaction. Each one except the first is a savepoint,
 * so that a failed write is rolled back alone. Callers get their results after the commit (WRITE-4).
 */
export class WriteGroup {
  readonly #timeoutMs: number
  // Bound: dies with the transaction
  readonly #members: Member[] = []
  #connection: GroupConnection | undefined
  /** When the first of the members finished. */
  #readyAt = 0

  /** @param timeoutMs the maximum wait of a commit for locks of other processes */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs `work` in the open transaction, or starts one. The caller must be the only user of the connection, and must
   * call `leave` afterwards. Resolves when the work is done, with the promise of its outcome.
   * @throws DatabaseBusy if the work has to be tried again; it had no effect
   */
  async join<T>(connection: GroupConnection, work: (connection: SqlConnection) => Promise<T>) {
    const outcome = Promise.withResolvers<T>()
    // The caller receives the promise later, so a rejection before that must not count as unhandled.
    outcome.promise.catch(() => undefined)
    const isFirst = await this.#begin(connection)
    try {
      const result = await work(connection)
      if (!isFirst) await command(connection, 'release member')
      // Otherwise the next savepoint would start a new transaction.
      else if (!connection.isInTransaction) throw new Error('SQLite has ended the transaction of a write.')
      this.#add({ isSound: true, settle: () => outcome.resolve(result), refuse: outcome.reject })
    } catch (error) {
      await (isFirst ? this.#endWith('rollback').catch(() => undefined) : this.#takeBack(connection))
      if (error instanceof DatabaseBusy) throw error
      this.#add({ isSound: false, settle: () => outcome.reject(error), refuse: outcome.reject })
    }
    return { outcome: outcome.promise }
  }

  /** Ends the use of the connection. If no other caller waits, commits for all. */
  async leave(doOthersWait: () => boolean): Promise<void> {
    // Requests that have already arrived are received now, and their writes join the group.
    if (this.#members.some(({ isSound }) => isSound) && !doOthersWait()) await nextTurn()
    if (doOthersWait() && !this.#isDue()) return
    await this.end()
    // Other work of the process runs between two commits.
    if (doOthersWait()) await nextTurn()
  }

  /** Commits the open transaction, and passes the results to the callers. */
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

  #add(member: Member): void {
    if (this.#members.length === 0) this.#readyAt = performance.now()
    this.#members.push(member)
  }

  #isDue(): boolean {
    const { length } = this.#members
    return length >= MOST_TOGETHER || (length > 0 && performance.now() - this.#readyAt > LONGEST_WAIT_MS)
  }

  /**
   * Starts the transaction, or a savepoint in the open one. In a savepoint, SQLite's cost of each row that is inserted
   * into a table with triggers grows with the amount of changes. Therefore a single write uses no savepoint.
   * @returns whether the caller is the first in the transaction
   */
  async #begin(connection: GroupConnection): Promise<boolean> {
    const isFirst = this.#connection === undefined
    await command(connection, isFirst ? 'begin immediate' : 'savepoint member')
    this.#connection = connection
    return isFirst
  }

  async #endWith(sql: 'commit' | 'rollback'): Promise<void> {
    const connection = this.#connection
    if (!connection) return
    const deadline = performance.now() + this.#timeoutMs
    try {
      await retryWhileBusy(deadline, () => command(connection, sql))
    } catch (error) {
      // Some failures, such as a full disk, have already rolled back the transaction, or have broken the connection.
      await command(connection, 'rollback').catch(() => undefined)
      throw error
    } finally {
      this.#connection = undefined
    }
  }

  async #takeBack(connection: GroupConnection): Promise<void> {
    try {
      await command(connection, 'rollback to member')
      await command(connection, 'release member')
    } catch {
      await this.#endWith('rollback').catch(() => undefined)
      // A refused write may depend on the effects of an earlier one, so each of them has to run again.
      for (const member of this.#members.splice(0)) member.refuse(new LostTogether())
    }
  }
}

async function command(connection: SqlConnection, sql: string): Promise<void> {
  await connection.execute({ sql, parameters: [] })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
