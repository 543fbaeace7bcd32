import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseBusy } from './sqlite-errors.ts'

const FIRST_PAUSE_MS = 2
/** With the random factor, shorter than the pause between two parts of a large write of another process (WRITE-11). */
const LONGEST_PAUSE_MS = 16

/**
 * Runs `attempt` until the database is not locked, or `deadline` (as of `performance.now`) has passed. SQLite's own
 * wait is synchronous and would block the process; other work continues between these attempts.
 */
export async function retryWhileBusy<T>(deadline: number, attempt: () => Promise<T>): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() >= deadline) throw error
      // A random factor, so that waiting processes do not retry at the same moment.
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }
}
