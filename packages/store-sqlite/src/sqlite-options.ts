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
  /**
   * Takes the file as it is, for a program that looks at it: it has to be there, and keeps its journal mode, which is
   * written down in it. Else a file that is missing is made, and readers and writers are kept out of each other's way.
   */
  readonly asItIs?: boolean
  /** Whether a missing file is created. Default true; with false, the first call rejects where there is none. */
  readonly create?: boolean
  /** Called with the path when the file was missing and has been created: a mistyped path would go unnoticed. */
  readonly onCreate?: (path: string) => void
}
