export interface PostgresOptions {
  /**
   * `postgres://user:password@host:5432/database`, with `?sslmode=…` and the like behind it. A pooler is recognised when
   * it is connected to; `?pgbouncer=true` declares one in transaction mode.
   */
  readonly connectionString: string
  /** Connections to keep at most. Default 10. */
  readonly maxConnections?: number
  /** How long to wait for a connection, new or free, before giving up. Default 3000. */
  readonly connectTimeoutMs?: number
  /** How long a statement, and waiting for a lock in it, may take before PostgreSQL gives up. Default 2000. */
  readonly statementTimeoutMs?: number
  /**
   * How long a call may take in all, from waiting for a connection to the commit, large writes excepted. Default 4000;
   * without an end when a single statement may take longer than that.
   */
  readonly callTimeoutMs?: number
}

/**
 * How long a connection keeps its process of PostgreSQL: as long as it lasts, without a pooler or with one in session
 * mode, or for one transaction.
 */
export type PoolMode = 'direct' | 'session' | 'transaction'
