import type { SqlConnection, SqlQuery, SqlResult } from '@flagdeck/store-sql'
import type { LoneStatements } from './lone-statements.ts'

export const TOO_LATE = Symbol('too late')

/**
 * The connection that the work of a read receives. A single statement sees one state of the database, so the first
 * statement runs without a transaction. `begin` and `commit` would cost more than most statements. If a second
 * statement follows, it is too late for a transaction: the read has to start again, and now knows that its first
 * statement is not the only one.
 */
export class LazyRead implements SqlConnection {
  /** Resolves when a second statement arrives without a transaction. That statement and later ones never settle. */
  readonly tooLate: Promise<typeof TOO_LATE>
  readonly #connection: SqlConnection
  readonly #lone: LoneStatements | undefined
  readonly #begin: () => void
  readonly #giveUp: () => void
  #first: string | undefined
  #hasBegun = false

  /**
   * @param lone the statements that need no transaction; undefined if all need one
   * @param begin starts a transaction on `connection`, before the statements that follow
   */
  constructor(connection: SqlConnection, lone: LoneStatements | undefined, begin: () => void) {
    const { promise, resolve } = Promise.withResolvers<typeof TOO_LATE>()
    this.tooLate = promise
    this.#giveUp = () => resolve(TOO_LATE)
    this.#connection = connection
    this.#lone = lone
    this.#begin = begin
  }

  execute(query: SqlQuery): Promise<SqlResult> {
    if (this.#first === undefined) this.#startWith(query.sql)
    else if (!this.#hasBegun) return this.#noteCompany(this.#first)
    return this.#connection.execute(query)
  }

  #startWith(sql: string): void {
    this.#first = sql
    if (this.#lone?.isAlone(sql)) return
    this.#hasBegun = true
    this.#begin()
  }

  /** Returns a promise that never settles, so that the work stops here. It would have to handle a rejection. */
  #noteCompany(first: string): Promise<never> {
    this.#lone?.noteCompany(first)
    this.#giveUp()
    return new Promise(() => undefined)
  }
}
