/** When SQLite waits for the disk; see {@link SqliteOptions.synchronous}. */
export type Synchronous = 'full' | 'normal'

export interface SqliteOptions {
  /**
   * `full` (the default): acknowledged writes survive a power failure. `normal`: they survive the end of the process,
   * but a power failure may lose the last ones. Writes are several times faster.
   */
  readonly synchronous?: Synchronous
  /** The maximum wait of a call for a connection, and for locks of other processes, in milliseconds. Default 5000. */
  readonly timeoutMs?: number
  /**
   * Uses the file as it is, for programs that inspect it: it must exist, and its stored journal mode is not changed.
   * Otherwise a missing file is created, and its journal mode is set so that readers and writers do not block each
   * other.
   */
  readonly asItIs?: boolean
  /** Whether a missing file is created. Default true. With false, the first call rejects if there is none. */
  readonly create?: boolean
  /**
   * Called with the path if the file was missing and has been created. Otherwise a mistyped path would not be noticed.
   */
  readonly onCreate?: (path: string) => void
}
