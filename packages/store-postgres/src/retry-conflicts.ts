import { setTimeout as pause } from 'node:timers/promises'
import { SerializationFailure } from '@flagdeck/core/store'

const ATTEMPTS = 5
const FIRST_PAUSE_MS = 5

/** Runs `attempt` again if it conflicts with other transactions, up to five times, with increasing pauses. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SerializationFailure) || n === ATTEMPTS) throw error
      // A random pause, so that the same transactions do not conflict again.
      await pause(FIRST_PAUSE_MS * 2 ** n * Math.random())
    }
  }
}
