import { shortText } from '@flagdeck/core/operations'
import { Throttled } from '../../rest/throttled.ts'
import type { RateLimit, RateLimiter } from './rate-limiter.ts'

/** Counts requests for several instances together; `redisServices` includes one. */
export interface RequestCounter {
  /**
   * Counts a request of a key, in windows that start with its first request. Never rejects, and returns immediately
   * when the shared service is unavailable.
   *
   * @returns the current number of requests, including this one, and for how many milliseconds they count; undefined
   * when the shared service is unavailable
   */
  count(key: string, windowMs: number): Promise<CountedRequests | undefined>
  /** Subtracts one request of a key from its current window, if the key has one. Never rejects. */
  uncount(key: string, windowMs: number): Promise<void>
}

export interface CountedRequests {
  readonly used: number
  readonly resetsInMs: number
}

export interface SharedRateLimiterOptions {
  readonly limit: RateLimit
  readonly counter: RequestCounter
  /** The name of the limit, which distinguishes it from other limits on the same keys. */
  readonly name: string
  /** Counts in this process while the shared counter is unavailable. */
  readonly local: RateLimiter
}

/**
 * Returns a limit for all instances together. While the shared counter is unavailable, it applies to each instance
 * (PROP-20, PROP-21).
 */
export function sharedRateLimiter({ limit, counter, name, local }: SharedRateLimiterOptions): RateLimiter {
  const sharedKey = (key: string) => `${name} ${shortText(key)}`
  return {
    async take(key) {
      const counted = await counter.count(sharedKey(key), limit.windowMs)
      if (!counted) return local.take(key)
      if (counted.used > limit.requests) throw new Throttled(counted.resetsInMs / 1000)
    },
    async giveBack(key) {
      local.giveBack(key)
      await counter.uncount(sharedKey(key), limit.windowMs)
    },
  }
}
