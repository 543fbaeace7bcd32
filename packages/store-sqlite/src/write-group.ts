import type { SqlConnection } from '@flagdeck/store-sql'
import { retryWhileBusy } from './retry-while-busy.ts'
import { DatabaseBusy } from './sqlite-errors.ts'

/** SQLite writes the pages of all of them at one go, in which nothing else has its turn. */
const MOST_TOGETHER = 32

/** For how long a write whose work is done waits for those that come after it. */
const LONGEST_WAIT_MS = 50

/** The transaction was lost through another write in it: nothing of this one is kept, and it may run again. */
export class LostTogether extends Error {}

/** What a group writes on. */
export interface GroupConnection extends SqlConnection {
  readonly isInTransaction: boolean
}

/** A write whose work is done, in a transaction that is still open. */
interface Member {
  /** Whether it is kept when the transaction is. */
  readonly isSound: boolean
  /** Tells whoever waits for it what it came to. */
  settle(): void
  refuse(error: unknown): void
}

/**
 * Writes of one connection that are made durable together, in one transaction. Each but the first is a savepoint, so that
 * one that fails is rolled back alone. Callers get their results after the commit (WRITE-4).
 */
export class WriteGroup {
  readonly #timeoutMs: number
  // Bound: dies with the transaction
  readonly #members: Member[] = []
  #connection: GroupConnection | undefined
  /** When the first of the members was done. */
  #readyAt = 0

  /** @param timeoutMs how long a commit waits for locks of other processes */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs `work` in the transaction that is open, or begins one; whoever calls has the connection alone, and calls `leave`
   * when it goes. Resolves when the work is done, with the promise of its outcome.
   * @throws DatabaseBusy when the work has to be tried again; nothing of it is left
   */
  async join<T>(connection: GroupConnection, work: (connection: SqlConnection) => Promise<T>) {
    const outcome = Promise.withResolvers<T>()
    // It is given to whoever waits for it, but may be known before that.
    outcome.promise.catch(() => undefined)
    const isFirst = await this.#begin(connection)
    try {
      const result = await work(connection)
      if (!isFirst) await command(connection, 'release member')
      // The next savepoint would begin a transaction of its own.
      else if (!connection.isInTransaction) throw new Error('SQLite has ended the transaction of a write.')
      this.#add({ isSound: true, settle: () => outcome.resolve(result), refuse: outcome.reject })
    } catch (error) {
      await (isFirst ? this.#endWith('rollback').catch(() => undefined) : this.#takeBack(connection))
      if (error instanceof DatabaseBusy) throw error
      this.#add({ isSound: false, settle: () => outcome.reject(error), refuse: outcome.reject })
    }
    return { outcome: outcome.promise }
  }

  /** Ends a turn on the connection. Whoever is the last to have one commits for all. */
  async leave(doOthersWait: () => boolean): Promise<void> {
    // What came in meanwhile is heard of now, and comes along.
    if (this.#members.some(({ isSound }) => isSound) && !doOthersWait()) await nextTurn()
    if (doOthersWait() && !this.#isDue()) return
    await this.end()
    // Whoever waits for something else than the database has a turn between two commits.
    if (doOthersWait()) await nextTurn()
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

  #add(member: Member): void {
    if (this.#members.length === 0) this.#readyAt = performance.now()
    this.#members.push(member)
  }

  #isDue(): boolean {
    const { length } = this.#members
    return length >= MOST_TOGETHER || (length > 0 && performance.now() - this.#readyAt > LONGEST_WAIT_MS)
  }

  /**
   * Begins the transaction, or a savepoint in the open one. Within a savepoint, SQLite's work for each inserted row of a
   * table with triggers grows with what was written since, so a lone write does without.
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
      // Some failures, such as a full disk, have rolled back already, or have ended the connection.
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
      // A refusal may rest on what a write before it had done, so that each has to be asked anew.
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
