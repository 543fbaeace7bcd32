import type { Call } from './call-deadline.ts'
import { ConnectionLost, NeverBegun } from './postgres-errors.ts'

/**
 * Repeats a read after a lost connection, which is safe because reads change nothing. It runs on each old connection,
 * because a fail-over breaks all of them, and then once on a new one.
 */
export async function retryLost<T>(call: Call, oldConnections: number, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const mayRetry = attempts === 1 || (call.isOnOldConnection && attempts <= oldConnections)
      if (!(error instanceof ConnectionLost) || !mayRetry) throw error
    }
  }
}

/**
 * Repeats a transaction that did not start. After a fail-over, every idle connection may be broken; each attempt
 * removes one of them.
 */
export async function retryNeverBegun<T>(times: number, attempt: () => Promise<T>): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NeverBegun) || left === 0) throw error
    }
  }
}
