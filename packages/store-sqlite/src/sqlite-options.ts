/** When SQLite waits for the disk; see {@link SqliteOptions.synchronous}. */
export type Synchronous = 'full' | 'normal'

export interface SqliteOptions {
  /**
   * `full` (the default): what was acknowledged survives a power failure. `normal`: it survives the end of the
   * process, but a power failure may take the last writes; writing is several times faster.
   */
  readonly synchronous?: Synchronous
  /** How long a call waits for its turn and for locks of other processes before it rejects. Default 5000. */
  readonly timeoutMs?: number
}
