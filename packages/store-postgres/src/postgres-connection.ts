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

  constructor(client: ClientBase, names: StatementNames) {
    this.#client = client
    this.#names = names
  }

  /** Whether something happened after which nobody should use the connection any more. */
  get broken(): boolean {
    return this.#broken
  }

  async execute({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    const name = this.#names.nameOf(sql)
    const query = { text: sql, values: parameters.map(postgresDialect.toParameter), ...(name && { name }) }
    const { rows, rowCount } = await this.#attempt(() => this.#client.query(query))
    return { rows, changes: rowCount ?? 0 }
  }

  /**
   * Runs `work` on one state of the database; again, when only its second statement shows that this takes a
   * transaction. Only its own statements cost a round trip: `begin` travels ahead of the first without waiting, and
   * nobody has to wait for the end of a transaction that changed nothing.
   */
  async read<T>(lone: LoneStatements, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    let begun: Promise<unknown> | undefined
    const read = new LazyRead(this, lone, () => {
      begun = this.#command(BEGIN_READ)
      // It is waited for below; until then its failure is nobody's business.
      begun.catch(() => undefined)
    })
    try {
      const result = await Promise.race([work(read), read.tooLate])
      await begun
      if (result !== TOO_LATE) return result
    } finally {
      if (begun && !this.#broken) this.#command('commit').catch(() => undefined)
    }
    return this.read(lone, work)
  }

  /**
   * Runs `work` between `begin` and a commit, or a rollback when it rejects. Here `begin` is waited for:
   * had it failed unnoticed, each statement would have been committed by itself.
   */
  async write<T>(work: (connection: this) => Promise<T>): Promise<T> {
    await this.#begin()
    try {
      const result = await work(this)
      await this.#commit()
      return result
    } catch (error) {
      if (!this.#broken) await this.#command('rollback')
      throw error
    }
  }

  async #begin(): Promise<void> {
    try {
      await this.#command('begin')
    } catch (error) {
      throw error instanceof ConnectionLost ? new NeverBegun(error.message, error) : error
    }
  }

  async #commit(): Promise<void> {
    // PostgreSQL answers the commit of a failed transaction by rolling it back, and calls that a success.
    const command = await this.#command('commit')
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of COMMIT.`)
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
