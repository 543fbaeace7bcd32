import { yieldToOthers } from '@flagdeck/core/store'

/** How far a copy is. */
export interface CopyProgress {
  /** `comparing`: what an earlier copy left is held against the source. */
  readonly phase: 'comparing' | 'copying' | 'verifying'
  readonly table: string
  /** Rows of all tables that the phase is through with. */
  readonly rows: number
  /** About how many there are. */
  readonly total: number
}

/** Counts rows of a table, yields, and stops the copy when somebody asked for that. */
export type Advance = (table: string, rows: number) => Promise<void>

export interface Phases {
  begin(phase: CopyProgress['phase']): Advance
  /** Whether somebody asked the copy to stop. */
  isStopped(): boolean
}

export interface CopyOptions {
  /** Called after every page of rows. */
  readonly onProgress?: (progress: CopyProgress) => void
  /** Stops the copy between two pages, with the signal's reason. Copying again goes on from there. */
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
