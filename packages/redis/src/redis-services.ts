import type { ChangeBus, DefinitionsCache } from '@flagdeck/core/store'
import { redisChangeBus } from './redis-change-bus.ts'
import { openClient, type RedisClientOptions } from './redis-client.ts'
import { redisDefinitionsCache } from './redis-definitions-cache.ts'
import { DEFAULT_PREFIX, RedisKeys } from './redis-keys.ts'
import { RedisLink } from './redis-link.ts'
import type { RedisLocation } from './redis-location.ts'
import { type RedisRequestCounter, redisRequestCounter } from './redis-request-counter.ts'
import { RedisTrouble } from './redis-trouble.ts'
import { parseRedisUrl, REDIS_URL_FORMS } from './redis-url.ts'

export interface RedisServicesOptions extends RedisClientOptions {
  /** What every key and channel begins with; `flagdeck` when missing. */
  readonly prefix?: string
  /** How long anybody waits for Redis, in milliseconds; 100 when missing. */
  readonly timeoutMs?: number
  /** Told once about each outage; answers go on without Redis. */
  readonly onError?: (error: unknown) => void
}

/** What instances share through Redis. None of it is ever needed for an answer. */
export interface RedisServices {
  /** Tells all instances of changes. */
  readonly changeBus: ChangeBus
  /** Keeps definitions for instances that start, and for those whose database is away. */
  readonly definitionsCache: DefinitionsCache
  /** Counts the requests of a key on all instances together. */
  readonly requestCounter: RedisRequestCounter
  /** Whether Redis is used right now. */
  isUp(): boolean
  /** Lets go of Redis at once; what is asked afterwards is answered as if it was away. */
  close(): Promise<void>
}

const TIMEOUT_MS = 100

/**
 * Makes several instances act as one. Connecting goes on in the background, again after every outage, and nothing
 * waits for it; so there is nothing to do when Redis is not there yet.
 *
 * @param redis a URL such as `redis://:password@host:6379`, `redis+sentinel://host,host/name` or
 *   `redis+cluster://host,host`; `rediss…` with TLS
 * @throws TypeError when it is none of these
 * @example
 * const redis = redisServices('redis://127.0.0.1:6379')
 * const { changeBus: bus, definitionsCache } = redis
 * const store = postgresStore('postgres://127.0.0.1/flagdeck')
 * const deck = await createFlagdeck({ store, bus, definitionsCache })
 * // … and at the end:
 * await deck.close()
 * await redis.close()
 */
export function redisServices(redis: string | RedisLocation, options: RedisServicesOptions = {}): RedisServices {
  const location = requireLocation(redis)
  const { prefix = DEFAULT_PREFIX, timeoutMs = TIMEOUT_MS, onError = () => undefined, tls } = options
  const keys = new RedisKeys(prefix)
  const open = (report: (error: unknown) => void) =>
    new RedisLink(openClient(location, { tls }), { timeoutMs, onError: report })
  const link = open(onError)
  // Of its own, so that nobody waits behind what is large. What is wrong with Redis, the other one tells.
  const largeLink = open(() => undefined)
  const channel = keys.changes(location.database)
  const changeBus = redisChangeBus({ location, link, channel, onError: ifRefused(link, onError), tls })
  return {
    changeBus,
    definitionsCache: redisDefinitionsCache(largeLink, keys),
    requestCounter: redisRequestCounter(link, keys),
    isUp: () => link.isUp,
    async close() {
      await changeBus.close()
      link.close()
      largeLink.close()
    },
  }
}

/** What a Redis that is there does not allow, nothing else would tell; of one that is away, the link does. */
function ifRefused(link: RedisLink, onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (link.isUp && error instanceof RedisTrouble && error.isRefusal) onError(error)
  }
}

/** Anything may be given where no compiler looks (EMBED-23). */
function requireLocation(given: RedisLocation | string | undefined): RedisLocation {
  const location = typeof given === 'string' ? parseRedisUrl(given) : given
  // Not with the URL, which may have a password in it.
  if (!location?.kind) throw new TypeError(`The address of Redis has to be ${REDIS_URL_FORMS}.`)
  return location
}
