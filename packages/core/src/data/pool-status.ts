/** The current use of a store's connections, for reports. */
export interface PoolStatus {
  /** The purpose of the connections, such as `writer`. */
  readonly name: string
  /** The maximum number of connections. */
  readonly size: number
  readonly inUse: number
  /** The number of open connections that are not in use. */
  readonly idle: number
  /** The number of calls that wait for a connection. */
  readonly waiting: number
}
