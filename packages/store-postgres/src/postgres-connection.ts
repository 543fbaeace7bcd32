import { postgresDialect, type SqlConnection, type SqlQuery, type SqlResult } from '@flagdeck/store-sql'
import type { ClientBase } from 'pg'
import { LazyRead, TOO_LATE } from './lazy-read.ts'
import type { LoneStatements } from './lone-statements.ts'
import { ConnectionLost, diagnose, NeverBegun } from './postgres-errors.ts'
import type { StatementNames } from './statement-names.ts'

const BEGIN_READ = 'begin isolation level repeatable read, read only'

/** A connection that is in use for one transaction. */
export class PostgresConnection implements SqlConnection {
  readonly #client: ClientBase
  readonly #names: StatementNames
  #broken = false
  /** Rejects when the transaction did not begin; undefined while there is none to wait for. */
  #begun: Promise<unknown> | undefined
  /** Rejects with what the first of the posted statements failed with. */
  #posted: Promise<unknown> = Promise.resolve()
  #isCommitting = false

  constructor(client: ClientBase, names: StatementNames) {
    this.#client = client
    this.#names = names
  }

  /** Whether something happened after which nobody should use the connection any more. */
  get broken(): boolean {
    return this.#broken
  }

  async execute(query: SqlQuery): Promise<SqlResult> {
    const posted = this.#posted
    const answer = unwatched(this.#send(query))
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
    this.#posted = unwatched(inOrder(this.#posted, unwatched(this.#send(query))))
  }

  /**
   * Runs `work` on one state of the database; again, when only its second statement shows that this takes a
   * transaction. Only its own statements cost a round trip: `begin` travels ahead of the first without waiting, and
   * nobody has to wait for the end of a transaction that changed nothing.
   */
  async read<T>(lone: LoneStatements, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    let begun: Promise<unknown> | undefined
    const read = new LazyRead(this, lone, () => {
      // It is waited for below; until then its failure is nobody's business.
      begun = unwatched(this.#command(BEGIN_READ))
    })
    try {
      const result = await Promise.race([work(read), read.tooLate])
      await begun
      if (result !== TOO_LATE) return result
    } finally {
      if (begun && !this.#broken) unwatched(this.#command('commit'))
    }
    return this.read(lone, work)
  }

  /**
   * Runs `work` between `begin` and a commit, or a rollback when it rejects. `begin` travels ahead of the first
   * statements, whose answers are not believed before its own; the commit follows what was posted at once.
   */
  async write<T>(work: (connection: this) => Promise<T>): Promise<T> {
    this.#begun = unwatched(this.#begin())
    let result: T
    try {
      result = await work(this)
    } catch (error) {
      // Nobody has to wait for the end of a transaction that keeps nothing.
      if (!this.#broken) unwatched(this.#command('rollback'))
      throw error
    }
    await this.#commit()
    return result
  }

  async #begin(): Promise<void> {
    try {
      await this.#command('begin')
    } catch (error) {
      // Whatever was carried out of it is lost with the connection, unless it was asked to stay.
      throw error instanceof ConnectionLost && !this.#isCommitting ? new NeverBegun(error.message, error) : error
    }
  }

  async #commit(): Promise<void> {
    this.#isCommitting = true
    const ending = unwatched(this.#command('commit'))
    await this.#begun
    await this.#posted
    // PostgreSQL answers the commit of a failed transaction by rolling it back, and calls that a success.
    const command = await ending
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of COMMIT.`)
  }

  async #send({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    const name = this.#names.nameOf(sql)
    const query = { text: sql, values: parameters.map(postgresDialect.toParameter), ...(name && { name }) }
    const { rows, rowCount } = await this.#attempt(() => this.#client.query(query))
    return { rows, changes: rowCount ?? 0 }
  }

  async #command(sql: string): Promise<string> {
    return (await this.#attempt(() => this.#client.query(sql))).command
  }

  async #attempt<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (cause) {
      const { error, broken } = diagnose(cause)
      this.#broken ||= broken
      throw error
    }
  }
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
