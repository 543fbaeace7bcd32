import type { RedisKeys } from './redis-keys.ts'
import type { RedisLink } from './redis-link.ts'

/** Counts requests across all instances. */
export interface RedisRequestCounter {
  /**
   * Counts a request of a key. A window starts with the first request of the key.
   *
   * @returns undefined if Redis is unavailable
   */
  count(key: string, windowMs: number): Promise<CountedRequests | undefined>
  /** Subtracts one request of a key from its current window. Does nothing if the key has no window. */
  uncount(key: string, windowMs: number): Promise<void>
}

export interface CountedRequests {
  /** The number of requests of the key in this window, including this one. */
  readonly used: number
  /** The time until the next window, in milliseconds. */
  readonly resetsInMs: number
}

// KEYS: requests. ARGV: length of a window. Sets an expiry for any key without one, whatever created it.
const COUNT = `
local used = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {used, left}`

// KEYS: requests. DECR does not change the time to live.
const UNCOUNT = `
if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then
  redis.call('DECR', KEYS[1])
end
return 0`

export function redisRequestCounter(link: RedisLink, keys: RedisKeys): RedisRequestCounter {
  return {
    async count(key, windowMs) {
      const answer = await link.run((client) => client.eval(COUNT, 1, keys.requests(key, windowMs), windowMs))
      if (!Array.isArray(answer)) return undefined
      const [used, resetsInMs] = answer.map(Number)
      return used === undefined || resetsInMs === undefined ? undefined : { used, resetsInMs }
    },
    async uncount(key, windowMs) {
      await link.run((client) => client.eval(UNCOUNT, 1, keys.requests(key, windowMs)))
    },
  }
}
