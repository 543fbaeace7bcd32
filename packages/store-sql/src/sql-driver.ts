import type { PoolStatus, WriteOptions } from '@flagdeck/core'
import type { SqlDialect } from './sql-dialect.ts'

/** One SQL text with its parameters. Strings in them may hold anything: drivers send them through `sqlValue`. */
export interface SqlQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface SqlResult {
  readonly rows: readonly unknown[]
  /** How many rows an insert, update or delete changed. */
  readonly changes: number
}

/** A connection inside a transaction, nobody else's. */
export interface SqlConnection {
  /**
   * Runs one statement. A broken rule, a conflict and an outage are thrown as the store's errors
   * (`UniqueViolation`, `SerializationFailure`, `StoreUnavailable`).
   */
  execute(query: SqlQuery): Promise<SqlResult>
}

type Work<T> = (connection: SqlConnection) => Promise<T>

/** What `sqlStore` needs of a database. */
export interface SqlDriver {
  readonly dialect: SqlDialect
  /** Runs `work` on one state of the database. May run it again after an outage or a conflict. */
  read<T>(work: Work<T>): Promise<T>
  /** Runs `work` in a transaction: committed when it resolves, rolled back when it rejects. May run it again after a conflict. */
  write<T>(work: Work<T>, options?: WriteOptions): Promise<T>
  /** Like `write`, one at a time among all processes, and without a limit on how long a statement may take. */
  writeAlone<T>(work: Work<T>): Promise<T>
  ping(): Promise<void>
  /** How its connections are used now; missing for a driver that has only one. */
  pools?(): readonly PoolStatus[]
  close(): Promise<void>
}
