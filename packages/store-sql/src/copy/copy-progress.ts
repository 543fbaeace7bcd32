import { yieldToOthers } from '@flagdeck/core/store'

/** The progress of a copy. */
export interface CopyProgress {
  /** `comparing`: the result of an earlier copy is compared with the source. */
  readonly phase: 'comparing' | 'copying' | 'verifying'
  readonly table: string
  /** The number of rows, over all tables, that the phase has processed. */
  readonly rows: number
  /** The approximate total number of rows. */
  readonly total: number
}

/** Counts rows of a table, yields, and throws if the copy is to stop. */
export type Advance = (table: string, rows: number) => Promise<void>

export interface Phases {
  begin(phase: CopyProgress['phase']): Advance
  /** Whether the copy is to stop. */
  isStopped(): boolean
}

export interface CopyOptions {
  /** Called after every page of rows. */
  readonly onProgress?: (progress: CopyProgress) => void
  /** Stops the copy between two pages, with the signal's reason. Another copy continues from there. */
  readonly signal?: AbortSignal
}

export function phasesOf(total: number, { onProgress, signal }: CopyOptions): Phases {
  return {
    isStopped: () => signal?.aborted ?? false,
    begin(phase) {
      let done = 0
      return async (table, rows) => {
        done += rows
        onProgress?.({ phase, table, rows: done, total })
        await yieldToOthers()
        signal?.throwIfAborted()
      }
    },
  }
}
