import type { RedisKeys } from './redis-keys.ts'
import type { RedisLink } from './redis-link.ts'

/** Counts requests for all instances together. */
export interface RedisRequestCounter {
  /**
   * Counts a request of a key, in windows that begin with its first request.
   *
   * @returns undefined when Redis cannot be asked now
   */
  count(key: string, windowMs: number): Promise<CountedRequests | undefined>
  /** Takes one request of a key off its current window; a key without a window stays without. */
  uncount(key: string, windowMs: number): Promise<void>
}

export interface CountedRequests {
  /** Requests of the key in this window, this one among them. */
  readonly used: number
  /** Until the next window begins, in milliseconds. */
  readonly resetsInMs: number
}

// KEYS: requests. ARGV: length of a window. A key without an end gets one, wherever it came from.
const COUNT = `
local used = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {used, left}`

// KEYS: requests. The window ends when it would have: DECR keeps the time to live.
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
