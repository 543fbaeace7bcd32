const FIRST_ROWS = 32
const MOST_ROWS = 512
/**
 * A fifth of the 20 ms for which other requests can be delayed (IMPACT-20), because the size of rows and the speed of
 * machines vary.
 */
const TARGET_MS = 4

/** The number of rows to read in one query, so that reading and parsing them does not block the process for long. */
export interface ChunkSize {
  readonly rows: number
  /** Adjusts the number. @param blockedMs how long reading that many rows blocked the process, in milliseconds */
  learn(blockedMs: number): void
}

/**
 * Returns a chunk size that at most doubles each time, so that it is reduced before many larger rows are read in one
 * query.
 */
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
