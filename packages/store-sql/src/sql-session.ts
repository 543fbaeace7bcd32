import { StoreUnavailable } from '@flagdeck/core'
import { mapYielding, SerializationFailure, yieldToOthers } from '@flagdeck/core/store'
import type { Compilable } from 'kysely'
import type { SqlConnection, SqlQuery, SqlResult } from './sql-driver.ts'
import type { Statement } from './statement.ts'

/**
 * The time after which a session yields. Statements of a database in this process never wait, so even a thousand of
 * them would not yield.
 */
const TURN_MS = 5

/**
 * The statements of one transaction. After the first failure, no further statement runs and nothing is committed.
 * PostgreSQL guarantees this itself; on SQLite the session does. Long sequences of statements yield to other work.
 */
export class SqlSession {
  readonly #connection: SqlConnection
  #turnBeganAtMs = performance.now()
  #failure: { readonly error: unknown } | undefined
  #over = false

  constructor(connection: SqlConnection) {
    this.#connection = connection
  }

  async all<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<readonly Row[]> {
    // The rows are those of the query from which the statement was compiled.
    return (await this.execute(statement.bind(parameters))).rows as readonly Row[]
  }

  /** Maps every row to its item, and yields in between, because a large document takes milliseconds. */
  async items<Parameters, Row, Item>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    itemFrom: (row: Row) => Item,
  ): Promise<readonly Item[]> {
    const lastFirst = (await this.all(statement, parameters)).toReversed()
    return mapYielding(takenFromEnd(lastFirst), itemFrom, 1)
  }

  async first<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.execute(statement.bind(parameters))).rows[0] as Row | undefined
  }

  /** Runs an insert, update or delete, and returns the number of rows that it changed. */
  async run<Parameters>(statement: Statement<Parameters, unknown>, parameters: Parameters): Promise<number> {
    return (await this.execute(statement.bind(parameters))).changes
  }

  /** Runs a query whose text depends on its values. */
  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    return (await this.execute(query.compile())).rows as readonly Row[]
  }

  /**
   * Runs a statement whose result is not needed. With a remote database it resolves when the statement is sent, so it
   * costs no round trip. If the statement fails, later statements and the write fail with it.
   */
  async post<Parameters>(statement: Statement<Parameters, unknown>, parameters: Parameters): Promise<void> {
    const query = statement.bind(parameters)
    if (!this.#connection.post) return void (await this.execute(query))
    this.#refuseIfEnded()
    this.#connection.post(query)
  }

  async execute(query: SqlQuery): Promise<SqlResult> {
    this.#refuseIfEnded()
    try {
      const result = await this.#connection.execute(query)
      if (performance.now() - this.#turnBeganAtMs >= TURN_MS) await this.#letOthersRun()
      return result
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  async #letOthersRun(): Promise<void> {
    await yieldToOthers()
    this.#turnBeganAtMs = performance.now()
  }

  /** Runs `work` as the content of the transaction. Returns its result, unless the transaction has failed. */
  async contain<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (this.#failure) throw this.#failure.error
      return result
    } catch (error) {
      throw this.#mustBeKnown() ? this.#failure?.error : error
    } finally {
      this.#over = true
    }
  }

  #refuseIfEnded(): void {
    if (this.#over) throw new Error('This transaction is over: await everything that uses `tx` inside `work`.')
    if (this.#failure) throw this.#failure.error
  }

  /**
   * Whether the failure must be rethrown, whatever `work` did with it, because the caller retries after such errors.
   */
  #mustBeKnown(): boolean {
    const error = this.#failure?.error
    return error instanceof SerializationFailure || error instanceof StoreUnavailable
  }
}

/** Removes each row when it is read, so that the text of a large row is freed before all rows are mapped. */
function* takenFromEnd<Row>(rows: Row[]): Generator<Row> {
  for (let row = rows.pop(); row !== undefined; row = rows.pop()) yield row
}
