import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseBusy } from './sqlite-errors.ts'

const FIRST_PAUSE_MS = 2
/** With the random factor, shorter than the pause between two parts of a large write of another process (WRITE-11). */
const LONGEST_PAUSE_MS = 16

/**
 * Runs `attempt` until the database is not locked or `deadline` (as of `performance.now`) has passed. SQLite's own
 * waiting would hold up the whole process, because its calls are synchronous; between these attempts others go on.
 */
export async function retryWhileBusy<T>(deadline: number, attempt: () => Promise<T>): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() >= deadline) throw error
      // Not all that wait come back at the same moment.
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }
}
