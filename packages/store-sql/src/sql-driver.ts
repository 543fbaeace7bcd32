import type { PoolStatus, WriteOptions } from '@flagdeck/core/store'
import type { SqlDialect } from './sql-dialect.ts'

/** One SQL text with its parameters. */
export interface SqlQuery {
  /** One statement, without a semicolon. There are some hundred texts, and a few lists make more: worth preparing. */
  readonly sql: string
  /** In the order of their places in the text. Each goes through the dialect's `toParameter` before it is bound. */
  readonly parameters: readonly unknown[]
  /**
   * Whether nobody minds when it is kept although the write fails, as a version that was raised for nothing. Like what
   * looks something up, a driver may send it before it knows that the transaction has begun.
   */
  readonly isHarmless?: boolean
}

/** What a statement answered. */
export interface SqlResult {
  /**
   * Objects by the names of the selected columns; none for a statement that returns nothing. Text is a string, a whole
   * number a number (never a bigint), a boolean that or 0 and 1, bytes a `Uint8Array`, and what is empty null.
   */
  readonly rows: readonly unknown[]
  /** How many rows an insert, update or delete changed; of no account for one that returns rows. */
  readonly changes: number
}

/** A connection inside a transaction, nobody else's. */
export interface SqlConnection {
  /**
   * Runs one statement. Calls may overlap: they run in the order they came. After the first that fails, `sqlStore` asks
   * for no other, and lets the transaction be rolled back.
   * @throws UniqueViolation when a unique constraint is broken; `uniqueConstraintNamed` and `uniqueConstraintOn` tell
   *   which. What those do not know is thrown as it came
   * @throws SerializationFailure when the transaction met another one and may succeed when it runs again; on databases
   *   that check foreign keys at once among writers, a missing row that was just seen is such a case too
   * @throws NotMigrated when a table does not exist
   * @throws StoreUnavailable for whatever else is wrong with the database rather than with the statement: no connection,
   *   no answer in time, a full disk. Its message is a sentence for whoever runs the program
   */
  execute(query: SqlQuery): Promise<SqlResult>
  /**
   * Runs a statement whose answer nobody needs, without waiting for it, in its place among the others. When it fails,
   * with what `execute` throws, so does the next one that is waited for, or the commit. Missing where there is nothing to
   * wait for, because the database is in this process.
   */
  post?(query: SqlQuery): void
}

type Work<T> = (connection: SqlConnection) => Promise<T>

/**
 * What `sqlStore` needs of a database: connections, transactions and errors. `work` is opaque: it asks its connection for
 * statements, one or many, with time in between, and settles. What it throws has to come through as it is, whatever it
 * is. Once `close` was called, everything else rejects with `StoreUnavailable` and begins no work.
 */
export interface SqlDriver {
  /** How the database wants things to be said. */
  readonly dialect: SqlDialect
  /**
   * Runs `work` on one state of the database, that of its first statement or before, whatever is committed meanwhile. It
   * changes nothing, so it may be run again from its start after an outage or a conflict.
   */
  read<T>(work: Work<T>): Promise<T>
  /**
   * Runs `work` in a transaction: committed when it resolves, and then kept, also by a process that is killed; rolled
   * back when it rejects. What it reads without a lock (`rowLock`, `textLock`) may have changed when it writes; writers of
   * one row go one after the other. May run it again after a `SerializationFailure`, but never when the commit may have
   * happened. Where there is a limit on how long a call takes, a large write (`options`) has none or a longer one, and
   * one whose commit would hold the process up commits elsewhere.
   */
  write<T>(work: Work<T>, options?: WriteOptions): Promise<T>
  /** Like `write`, one at a time among all processes, and without a limit on how long a statement may take: it migrates. */
  writeAlone<T>(work: Work<T>): Promise<T>
  /** Resolves when the database answers now, and rejects with `StoreUnavailable` within seconds when it does not. */
  ping(): Promise<void>
  /** How its connections are used now, for metrics; missing for a driver that has nothing to tell. */
  pools?(): readonly PoolStatus[]
  /**
   * Lets every transaction that has begun come to its end, then lets go of all connections. Called again, also at once,
   * it answers like the first time.
   */
  close(): Promise<void>
}
