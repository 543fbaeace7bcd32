export interface PostgresOptions {
  /**
   * `postgres://user:password@host:5432/database`, followed by parameters such as `?sslmode=…`. A pooler is detected
   * when the store connects; `?pgbouncer=true` declares one in transaction mode.
   */
  readonly connectionString: string
  /** The maximum number of connections. Default 10. */
  readonly maxConnections?: number
  /** The maximum wait for a connection, new or idle, in milliseconds. Default 3000. */
  readonly connectTimeoutMs?: number
  /** The time limit in PostgreSQL for a statement, and for its waits for locks, in milliseconds. Default 2000. */
  readonly statementTimeoutMs?: number
  /**
   * The time limit for a whole call, from the wait for a connection to the commit, in milliseconds. Default 4000; no
   * limit if `statementTimeoutMs` is longer. Large writes have no limit.
   */
  readonly callTimeoutMs?: number
}

/**
 * How long a connection uses the same process of PostgreSQL. Without a pooler, or with one in session mode, it is the
 * lifetime of the connection; otherwise one transaction.
 */
export type PoolMode = 'direct' | 'session' | 'transaction'
