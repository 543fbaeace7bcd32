const FIRST_ROWS = 32
const MOST_ROWS = 512
/** A fifth of the 20 ms that nobody may wait (IMPACT-20), because rows differ and so do machines from one moment to the next. */
const TARGET_MS = 4

/** How many rows to read at once, so that reading and parsing them does not block the process for long. */
export interface ChunkSize {
  readonly rows: number
  /** Takes in how long reading that many blocked the process, in milliseconds. */
  learn(blockedMs: number): void
}

/** It grows by at most the double, so that larger rows are noticed before many of them are read at once. */
export function chunkSize(): ChunkSize {
  let rows = FIRST_ROWS
  return {
    get rows() {
      return rows
    },
    learn(blockedMs) {
      const fitting = Math.floor((rows * TARGET_MS) / Math.max(blockedMs, 0.001))
      rows = Math.max(1, Math.min(fitting, rows * 2, MOST_ROWS))
    },
  }
}
