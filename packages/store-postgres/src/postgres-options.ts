export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`, with `?sslmode=…` and the like behind it. */
  readonly connectionString: string
  /** Connections to keep at most. Default 10. */
  readonly maxConnections?: number
  /** How long to wait for a connection, new or free, before giving up. Default 3000. */
  readonly connectTimeoutMs?: number
  /** How long a statement, and waiting for a lock in it, may take before PostgreSQL gives up. Default 2000. */
  readonly statementTimeoutMs?: number
}
