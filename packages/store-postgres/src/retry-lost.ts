import type { Call } from './call-deadline.ts'
import { ConnectionLost, NeverBegun } from './postgres-errors.ts'

/**
 * A read changes nothing, so after a lost connection it can simply run on another: once on a new one, and before that
 * on each old one, since a fail-over breaks all of them at once.
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

/** After a fail-over every idle connection may be broken without our having noticed. Each attempt removes one. */
export async function retryNeverBegun<T>(times: number, attempt: () => Promise<T>): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NeverBegun) || left === 0) throw error
    }
  }
}
