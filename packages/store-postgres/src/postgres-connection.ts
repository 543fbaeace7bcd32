import { postgresDialect, type SqlConnection, type SqlQuery, type SqlResult } from '@flagdeck/store-sql'
import { type Client, type ClientBase, DatabaseError } from 'pg'
import { LazyRead, TOO_LATE } from './lazy-read.ts'
import type { LoneStatements } from './lone-statements.ts'
import { ConnectionLost, diagnose, NeverBegun } from './postgres-errors.ts'
import { sendingTogether } from './sending-together.ts'
import type { StatementNames } from './statement-names.ts'

const BEGIN_READ = 'begin isolation level repeatable read, read only'

/** A connection that is in use for one transaction. */
export class PostgresConnection implements SqlConnection {
  readonly #client: ClientBase
  readonly #names: StatementNames | undefined
  readonly #settings: string
  #broken = false
  #hasLostNames = false
  /** Rejects when the transaction did not begin; undefined while there is none to wait for. */
  #begun: Promise<unknown> | undefined
  #isOpen = false
  /** Whether a step waits until the transaction is known to have begun, and those behind it with it. */
  #isHeld = false
  /** Rejects with what the first of the posted statements failed with. */
  #posted: Promise<unknown> = Promise.resolve()
  #isCommitting = false
  readonly #sendTogether: () => void

  /**
   * @param names of prepared statements; undefined when the session may be another one with the next transaction
   * @param settings what each transaction sets for itself, as `localSettings` makes it; empty when the session has it
   */
  constructor(client: ClientBase, names: StatementNames | undefined, settings = '') {
    this.#client = client
    this.#names = names
    this.#settings = settings
    this.#sendTogether = sendingTogether((client as Client).connection.stream) // those of a pool are no other
  }

  /** Whether something happened after which nobody should use the connection any more. */
  get broken(): boolean {
    return this.#broken
  }

  /** Whether a prepared statement was gone, or was there before: a pooler changes the session between transactions. */
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
      // After a posted statement has failed, PostgreSQL says of those that follow only that they are not run.
      await posted
      throw error
    }
  }

  post(query: SqlQuery): void {
    this.#posted = unwatched(inOrder(this.#posted, unwatched(this.#sendInTurn(query))))
  }

  /**
   * Runs `work` on one state of the database; again, when only its second statement shows that this takes a
   * transaction. Only its own statements cost a round trip: `begin` travels ahead of the first without waiting, and
   * nobody has to wait for the end of a transaction that changed nothing.
   */
  async read<T>(lone: LoneStatements, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    let begun: Promise<unknown> | undefined
    // Only a transaction has time-outs where the session is not ours.
    const read = new LazyRead(this, this.#names && lone, () => {
      // It is waited for below; until then its failure is nobody's business.
      begun = unwatched(this.#start(BEGIN_READ))
    })
    try {
      const result = await Promise.race([work(read), read.tooLate])
      await begun
      if (result !== TOO_LATE) return result
    } catch (error) {
      // Where the transaction did not begin, that says more than what came of it.
      await begun
      throw this.#orLost(error)
    } finally {
      if (begun && !this.#broken) unwatched(this.#command('commit'))
    }
    return this.read(lone, work)
  }

  /**
   * Runs `work` between `begin` and a commit, or a rollback when it rejects. `begin` travels ahead of the first
   * statements, whose answers are not believed before its own; the commit follows what was posted at once. Should `begin`
   * fail alone, each statement behind it would be committed by itself: only those that do no harm are sent before its
   * answer.
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
      // Whatever was carried out of it is lost with the connection, unless it was asked to stay.
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

  /** What a statement fails with when the transaction before was never ended, because somebody cancelled its end. */
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
    // PostgreSQL answers the commit of a failed transaction by rolling it back, and calls that a success.
    const command = await ending
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of COMMIT.`)
  }

  /** Waited for: a connection whose transaction goes on is of no use to the next. */
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

  /** Runs a step behind all those before it, at once unless it has to wait for the transaction to begin. */
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

/** Not so what begins with `with`: that may change something on its way. */
function doesNoHarm({ isHarmless = false, sql }: SqlQuery): boolean {
  return isHarmless || sql.startsWith('select ')
}

function isLostName({ code = '' }: DatabaseError): boolean {
  return code === '26000' || code === '42P05'
}

function isAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** The same promise, whose failure is somebody's business later or nobody's. */
function unwatched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** Settles as the first does when that fails, although the second may have failed before. */
async function inOrder(first: Promise<unknown>, second: Promise<unknown>): Promise<void> {
  await first
  await second
}
