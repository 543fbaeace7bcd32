import { shortText } from '@flagdeck/core/operations'
import { Throttled } from '../../rest/throttled.ts'

/** Counts requests and refuses those above the limit. */
export interface RateLimiter {
  /** @throws Throttled, or rejects with it, when `key` has used up what it may for now */
  take(key: string): void | Promise<void>
  /** Takes one request of `key` off the current window: it turned out not to count. */
  giveBack(key: string): void | Promise<void>
}

/** Limits nothing. */
export const UNLIMITED: LocalRateLimiter = { take: () => undefined, giveBack: () => undefined }

/** One that counts here, and so needs not to be waited for. */
export interface LocalRateLimiter extends RateLimiter {
  take(key: string): void
  giveBack(key: string): void
}

/** So many requests in so long, for each key. */
export interface RateLimit {
  readonly requests: number
  readonly windowMs: number
}

/** More keys than this are not counted at once; the oldest window is forgotten first. */
const MAX_WINDOWS = 10_000

interface Window {
  readonly endsAtMs: number
  used: number
}

/** Counts in fixed windows that begin with a key's first request. */
export function rateLimiter(limit: RateLimit | 'off', clock: () => number): LocalRateLimiter {
  if (limit === 'off') return UNLIMITED
  // Bound: OUT-8 counted-keys
  const windows = new Map<string, Window>()
  return {
    take(key) {
      const now = clock()
      const window = currentWindow(windows, shortText(key), now, limit)
      if (window.used >= limit.requests) throw new Throttled((window.endsAtMs - now) / 1000)
      window.used++
    },
    giveBack(key) {
      const window = windows.get(shortText(key))
      if (window && window.used > 0) window.used--
    },
  }
}

function currentWindow(windows: Map<string, Window>, key: string, now: number, limit: RateLimit): Window {
  const known = windows.get(key)
  // A clock that was set back must not keep a key locked out for longer than a window.
  if (known && now < known.endsAtMs && known.endsAtMs - now <= limit.windowMs) return known
  windows.delete(key)
  const [oldest] = windows.keys()
  if (windows.size >= MAX_WINDOWS && oldest !== undefined) windows.delete(oldest)
  const window = { endsAtMs: now + limit.windowMs, used: 0 }
  windows.set(key, window)
  return window
}
