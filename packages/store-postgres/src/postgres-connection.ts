import { postgresDialect, type SqlConnection, type SqlQuery, type SqlResult } from '@flagdeck/store-sql'
import { type Client, type ClientBase, DatabaseError } from 'pg'
import { LazyRead, TOO_LATE } from './lazy-read.ts'
import type { LoneStatements } from './lone-statements.ts'
import { ConnectionLost, diagnose, NeverBegun } from './postgres-errors.ts'
import { sendingTogether } from './sending-together.ts'
import type { StatementNames } from './statement-names.ts'

const BEGIN_READ = 'begin isolation level repeatable read, read only'

/** A connection that is used for one transaction at a time. */
export class PostgresConnection implements SqlConnection {
  readonly #client: ClientBase
  readonly #names: StatementNames | undefined
  readonly #settings: string
  #broken = false
  #hasLostNames = false
  /** Rejects if the transaction did not start; undefined if there is none. */
  #begun: Promise<unknown> | undefined
  #isOpen = false
  /** Whether a step waits for the confirmation of `begin`; later steps then wait too. */
  #isHeld = false
  /** Rejects with the error of the first posted statement that failed. */
  #posted: Promise<unknown> = Promise.resolve()
  #isCommitting = false
  readonly #sendTogether: () => void

  /**
   * @param names of prepared statements; undefined if the next transaction may run in another session
   * @param settings for each transaction, as returned by `localSettings`; empty if the session has them
   */
  constructor(client: ClientBase, names: StatementNames | undefined, settings = '') {
    this.#client = client
    this.#names = names
    this.#settings = settings
    this.#sendTogether = sendingTogether((client as Client).connection.stream) // pools have no other type of client
  }

  /** Whether the connection must not be used again. */
  get broken(): boolean {
    return this.#broken
  }

  /**
   * Whether a prepared statement was missing, or existed already: a pooler changes the session between transactions.
   */
  get hasLostNames(): boolean {
    return this.#hasLostNames
  }

  async execute(query: SqlQuery): Promise<SqlResult> {
    const posted = this.#posted
    const answer = unwatched(this.#sendInTurn(query))
    await this.#begun
    try {
      return await answer
    } catch (error) {
      // If a posted statement failed, later errors only report that the transaction is aborted; this throws the cause.
      await posted
      throw error
    }
  }

  post(query: SqlQuery): void {
    this.#posted = unwatched(inOrder(this.#posted, unwatched(this.#sendInTurn(query))))
  }

  /**
   * Runs `work` on one state of the database. It runs again if its second statement shows that a transaction is needed.
   * Only the statements of `work` cost a round trip: `begin` is sent before the first statement without waiting, and
   * callers do not wait for the commit.
   */
  async read<T>(lone: LoneStatements, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    let begun: Promise<unknown> | undefined
    // In a shared session, time-outs are set by the transaction, so every read needs one.
    const read = new LazyRead(this, this.#names && lone, () => {
      // Awaited below; a rejection before that must not count as unhandled.
      begun = unwatched(this.#start(BEGIN_READ))
    })
    try {
      const result = await Promise.race([work(read), read.tooLate])
      await begun
      if (result !== TOO_LATE) return result
    } catch (error) {
      // If the transaction did not start, that error explains more than the one of the statement.
      await begun
      throw this.#orLost(error)
    } finally {
      if (begun && !this.#broken) unwatched(this.#command('commit'))
    }
    return this.read(lone, work)
  }

  /**
   * Runs `work` between `begin` and a commit, or a rollback if it rejects. `begin` is sent before the first statements,
   * whose results are returned only after `begin` has succeeded. The commit is sent directly after the posted
   * statements. If only `begin` failed, each later statement would be committed on its own. Therefore only harmless
   * statements are sent before its response.
   */
  async write<T>(work: (connection: this) => Promise<T>): Promise<T> {
    this.#begun = unwatched(this.#begin())
    let result: T
    try {
      result = await work(this)
    } catch (error) {
      await this.#rollback()
      throw error
    }
    await this.#commit()
    return result
  }

  async #begin(): Promise<void> {
    try {
      await this.#start('begin')
      this.#isOpen = true
    } catch (error) {
      // Executed statements are rolled back with the lost connection, unless the commit was already sent.
      throw error instanceof ConnectionLost && !this.#isCommitting ? new NeverBegun(error.message, error) : error
    }
  }

  async #start(sql: string): Promise<void> {
    try {
      await this.#command(`${sql}${this.#settings}`)
    } catch (error) {
      throw this.#orLost(error)
    }
  }

  /** Returns the error for a connection whose previous transaction is still open, because its end was cancelled. */
  #orLost(error: unknown): unknown {
    if (!isAborted(error)) return error
    this.#broken = true
    return new NeverBegun('PostgreSQL has not ended the transaction before.', error)
  }

  async #commit(): Promise<void> {
    this.#isCommitting = true
    const ending = unwatched(this.#inTurn(true, () => this.#command('commit')))
    await this.#begun
    await this.#posted
    // PostgreSQL reports no error for the commit of a failed transaction, but rolls it back.
    const command = await ending
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of COMMIT.`)
  }

  /** Waits for the response: a connection with an open transaction cannot be used by the next one. */
  async #rollback(): Promise<void> {
    if (this.#broken) return
    try {
      await this.#inTurn(true, () => this.#command('rollback'))
    } catch {
      this.#broken = true
    }
  }

  #sendInTurn(query: SqlQuery): Promise<SqlResult> {
    return this.#inTurn(doesNoHarm(query), () => this.#send(query))
  }

  /** Runs a step after all previous steps. It runs immediately unless it has to wait for `begin`. */
  #inTurn<T>(mayGoAhead: boolean, step: () => Promise<T>): Promise<T> {
    if (!this.#begun || this.#isOpen || (mayGoAhead && !this.#isHeld)) return step()
    this.#isHeld = true
    return this.#begun.then(step)
  }

  async #send({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    const name = this.#names?.nameOf(sql)
    const query = { text: sql, values: parameters.map(postgresDialect.toParameter), ...(name && { name }) }
    const { rows, rowCount } = await this.#attempt(() => this.#client.query(query))
    return { rows, changes: rowCount ?? 0 }
  }

  async #command(sql: string): Promise<string> {
    return (await this.#attempt(() => this.#client.query(sql))).command
  }

  async #attempt<T>(step: () => Promise<T>): Promise<T> {
    this.#sendTogether()
    try {
      return await step()
    } catch (cause) {
      const { error, broken } = diagnose(cause)
      this.#broken ||= broken
      this.#hasLostNames ||= cause instanceof DatabaseError && isLostName(cause)
      throw error
    }
  }
}

/**
 * Whether a statement changes nothing. Statements that start with `with` are excluded, because they may contain
 * changes.
 */
function doesNoHarm({ isHarmless = false, sql }: SqlQuery): boolean {
  return isHarmless || sql.startsWith('select ')
}

function isLostName({ code = '' }: DatabaseError): boolean {
  return code === '26000' || code === '42P05'
}

function isAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** Returns the same promise, whose rejection never counts as unhandled: it is awaited later or ignored. */
function unwatched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** Rejects with the error of the first promise if both reject, in whichever order. */
async function inOrder(first: Promise<unknown>, second: Promise<unknown>): Promise<void> {
  await first
  await second
}
