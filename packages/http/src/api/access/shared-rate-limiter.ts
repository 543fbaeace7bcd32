import { shortText } from '@flagdeck/core/operations'
import { Throttled } from '../../rest/throttled.ts'
import type { RateLimit, RateLimiter } from './rate-limiter.ts'

/** Counts requests for several instances together; `redisServices` has one. */
export interface RequestCounter {
  /**
   * Counts a request of a key, in windows that begin with its first request. Never rejects, and takes no time when
   * there is nobody to ask.
   *
   * @returns how many there are now, this one among them, and for how many milliseconds they count; undefined when
   *   nobody can say
   */
  count(key: string, windowMs: number): Promise<CountedRequests | undefined>
  /** Takes one request of a key off its current window; a key without a window stays without. Never rejects. */
  uncount(key: string, windowMs: number): Promise<void>
}

export interface CountedRequests {
  readonly used: number
  readonly resetsInMs: number
}

export interface SharedRateLimiterOptions {
  readonly limit: RateLimit
  readonly counter: RequestCounter
  /** What is counted, to be told from other limits on the same keys. */
  readonly name: string
  /** Counts here while nobody counts for all. */
  readonly local: RateLimiter
}

/** A limit that holds for all instances together, and while that cannot be, for each of them (PROP-20, PROP-21). */
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
