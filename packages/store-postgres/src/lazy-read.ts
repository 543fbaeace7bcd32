import type { SqlConnection, SqlQuery, SqlResult } from '@flagdeck/store-sql'
import type { LoneStatements } from './lone-statements.ts'

export const TOO_LATE = Symbol('too late')

/**
 * What a read runs in. One statement sees one state of the database by itself, so the first goes without a
 * transaction, whose beginning and end would cost more than most statements do. When a second comes after all, it is
 * too late for one: the read has to start again, now with what is known about its first statement.
 */
export class LazyRead implements SqlConnection {
  /** Resolves when a second statement has come without a transaction. Neither it nor any other is ever answered. */
  readonly tooLate: Promise<typeof TOO_LATE>
  readonly #connection: SqlConnection
  readonly #lone: LoneStatements | undefined
  readonly #begin: () => void
  readonly #giveUp: () => void
  #first: string | undefined
  #hasBegun = false

  /**
   * @param lone which statements need no transaction; undefined when all do
   * @param begin begins a transaction on `connection`, ahead of the statements that follow
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

  /** Whoever asked stops here for good, rather than with a failure that it would have to take care of. */
  #noteCompany(first: string): Promise<never> {
    this.#lone?.noteCompany(first)
    this.#giveUp()
    return new Promise(() => undefined)
  }
}
