import { shortText } from '@flagdeck/core/operations'
import { Throttled } from '../../rest/throttled.ts'
import { evictedWindows, type Window } from './evicted-windows.ts'

/** Counts requests and refuses those beyond the limit. */
export interface RateLimiter {
  /** @throws Throttled, or rejects with it, when `key` has reached its limit */
  take(key: string): void | Promise<void>
  /** Subtracts one request of `key` from the current window, for a request that should not count. */
  giveBack(key: string): void | Promise<void>
}

/** Has no limit. */
export const UNLIMITED: LocalRateLimiter = { take: () => undefined, giveBack: () => undefined }

/** A rate limiter that counts in this process, and so works synchronously. */
export interface LocalRateLimiter extends RateLimiter {
  take(key: string): void
  giveBack(key: string): void
}

/** The number of requests in a window, for each key. */
export interface RateLimit {
  readonly requests: number
  readonly windowMs: number
}

/** The maximum of keys with a window. The oldest window is evicted first. */
const MAX_WINDOWS = 10_000

/** Counts in fixed windows that start with a key's first request. */
export function rateLimiter(limit: RateLimit | 'off', clock: () => number): LocalRateLimiter {
  if (limit === 'off') return UNLIMITED
  // A clock that was set back must not keep a key locked out for longer than a window.
  const leftMs = ({ endsAtMs }: Window) => Math.max(0, endsAtMs - clock())
  const isCurrent = (window: Window) => leftMs(window) > 0 && leftMs(window) <= limit.windowMs
  // Bound: OUT-8 counted-keys
  const windows = new Map<string, Window>()
  const evicted = evictedWindows(isCurrent)
  const newWindow = (key: string): Window => {
    windows.delete(key)
    const [oldest] = windows
    if (windows.size >= MAX_WINDOWS && oldest) {
      windows.delete(oldest[0])
      evicted.add(...oldest)
    }
    const window = evicted.find(key) ?? { endsAtMs: clock() + limit.windowMs, used: 0 }
    windows.set(key, window)
    return window
  }
  return {
    take(text) {
      const key = shortText(text)
      const known = windows.get(key)
      const window = known && isCurrent(known) ? known : newWindow(key)
      if (window.used >= limit.requests) throw new Throttled(leftMs(window) / 1000)
      window.used++
    },
    giveBack(key) {
      const window = windows.get(shortText(key))
      if (window && window.used > 0) window.used--
    },
  }
}
