import type { PoolStatus, WriteOptions } from '@flagdeck/core/store'
import type { SqlDialect } from './sql-dialect.ts'

/** One SQL text with its parameters. */
export interface SqlQuery {
  /**
   * One statement, without a semicolon. There are several hundred texts, and a few lists add more, so preparing them
   * pays off.
   */
  readonly sql: string
  /**
   * In the order of their places in the text. Each is passed through `toParameter` of the dialect before it is bound.
   */
  readonly parameters: readonly unknown[]
  /**
   * Whether the change may persist although the write fails, such as a version that is raised without a change. A
   * driver may send it, like a query, before it knows that the transaction has started.
   */
  readonly isHarmless?: boolean
}

/** The result of a statement. */
export interface SqlResult {
  /**
   * Objects by the names of the selected columns; empty for a statement that returns no rows. Texts are strings,
   * integers are numbers (never bigints), booleans are booleans or 0 and 1, bytes are a `Uint8Array`, and missing
   * values are null.
   */
  readonly rows: readonly unknown[]
  /** The number of rows that an insert, update or delete changed; meaningless for statements that return rows. */
  readonly changes: number
}

/** A connection inside a transaction, which no other caller uses. */
export interface SqlConnection {
  /**
   * Runs one statement. Calls may overlap: they run in the order of the calls. After the first failure, `sqlStore`
   * sends no further statement, and causes a rollback.
   * @throws UniqueViolation if a unique constraint is violated; `uniqueConstraintNamed` and `uniqueConstraintOn` return
   *   which one. If they do not know the constraint, the error is thrown unchanged
   * @throws SerializationFailure if the transaction conflicted with another one, and may succeed if it runs again. Some
   *   databases check foreign keys immediately against concurrent writes; there, it is also thrown if a row that was
   *   just read is missing
   * @throws NotMigrated if a table does not exist
   * @throws StoreUnavailable for every other problem of the database rather than the statement: no connection, no
   *   response in time, a full disk. Its message is a sentence for operators
   */
  execute(query: SqlQuery): Promise<SqlResult>
  /**
   * Runs a statement without a result, in its order, without waiting for it. If it fails, the next awaited statement or
   * the commit fails with an error as from `execute`. Missing for databases in this process, which cause no waits.
   */
  post?(query: SqlQuery): void
}

type Work<T> = (connection: SqlConnection) => Promise<T>

/**
 * The connections, transactions and errors that `sqlStore` needs. `work` is opaque: it runs any number of statements on
 * its connection, with pauses, and settles. Its errors must be passed on unchanged, whatever they are. After `close`
 * was called, all other methods reject with `StoreUnavailable` and start no work.
 */
export interface SqlDriver {
  /** The SQL dialect of the database. */
  readonly dialect: SqlDialect
  /**
   * Runs `work` on one state of the database, from its first statement or earlier, regardless of concurrent commits.
   * `work` changes nothing, so it may run again from its start after an outage or a conflict.
   */
  read<T>(work: Work<T>): Promise<T>
  /**
   * Runs `work` in a transaction. If it resolves, the transaction is committed, and survives the end of the process. If
   * it rejects, the transaction is rolled back. Values that it reads without a lock (`rowLock`, `textLock`) may have
   * changed when it writes; writers of the same row run one after the other. `work` may run again after a
   * `SerializationFailure`, but never if the commit may have succeeded. A large write (`options`) has no time limit, or
   * a longer one. If its commit would block the process, the driver runs it in another thread.
   */
  write<T>(work: Work<T>, options?: WriteOptions): Promise<T>
  /** Like `write`, but excludes all other processes, and has no time limit for statements. Migrations use it. */
  writeAlone<T>(work: Work<T>): Promise<T>
  /** Resolves if the database responds. Rejects with `StoreUnavailable` within seconds if it does not. */
  ping(): Promise<void>
  /** Returns the current usage of connections, for metrics; missing if a driver has no pools. */
  pools?(): readonly PoolStatus[]
  /**
   * Waits for the end of all open transactions, and then closes all connections. Repeated calls, also concurrent ones,
   * return the same result.
   */
  close(): Promise<void>
}
