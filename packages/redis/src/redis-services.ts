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
  /** The prefix of every key and channel; `flagdeck` if missing. */
  readonly prefix?: string
  /** The maximum wait for a command, in milliseconds; 100 if missing. */
  readonly timeoutMs?: number
  /** Called once for each outage; evaluation continues without Redis. */
  readonly onError?: (error: unknown) => void
}

/** The services that instances share through Redis. Evaluation never depends on them. */
export interface RedisServices {
  /** Notifies all instances of changes. */
  readonly changeBus: ChangeBus
  /** Stores definitions for instances that start, and for instances whose database is unavailable. */
  readonly definitionsCache: DefinitionsCache
  /** Counts the requests of a key across all instances. */
  readonly requestCounter: RedisRequestCounter
  /** Whether Redis is currently used. */
  isUp(): boolean
  /** Disconnects immediately. Later calls behave as if Redis was unavailable. */
  close(): Promise<void>
}

const TIMEOUT_MS = 100

/**
 * Returns services through which several instances share changes, definitions and request counts. They connect in the
 * background, and reconnect after every outage. Callers never wait for a connection, so Redis may start later.
 *
 * @param redis a URL such as `redis://:password@host:6379`, `redis+sentinel://host,host/name` or
 *   `redis+cluster://host,host`; `rediss…` with TLS
 * @throws TypeError if it has none of these forms
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
  // A separate connection, so that no command waits behind large values. The other link reports outages.
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

/**
 * Returns a listener that reports refusals of an available Redis, which nothing else reports. The link reports outages.
 */
function ifRefused(link: RedisLink, onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (link.isUp && error instanceof RedisTrouble && error.isRefusal) onError(error)
  }
}

/** Returns the location, or throws a TypeError: programs without types may pass any value (EMBED-23). */
function requireLocation(given: RedisLocation | string | undefined): RedisLocation {
  const location = typeof given === 'string' ? parseRedisUrl(given) : given
  // The message does not contain the URL, which may include a password.
  if (!location?.kind) throw new TypeError(`The address of Redis has to be ${REDIS_URL_FORMS}.`)
  return location
}
