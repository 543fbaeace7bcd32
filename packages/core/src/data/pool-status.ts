/** How the connections of a store are used right now, for reports. */
export interface PoolStatus {
  /** What the connections are for, such as `writer`. */
  readonly name: string
  /** As many as there may be. */
  readonly size: number
  readonly inUse: number
  /** Open, and free. */
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
}
