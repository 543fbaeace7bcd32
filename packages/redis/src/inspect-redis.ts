import { openClient, type RedisClientOptions } from './redis-client.ts'
import { DEFAULT_PREFIX, RedisKeys } from './redis-keys.ts'
import type { RedisLocation } from './redis-location.ts'
import { RedisTrouble, redisTrouble } from './redis-trouble.ts'

/** The result of `inspectRedis`. */
export interface RedisInspection {
  readonly version: string
  /** The duration of a `PING`, in milliseconds. */
  readonly latencyMs: number
}

const PATIENCE_MS = 3000

export interface InspectRedisOptions extends RedisClientOptions {
  /** The prefix of every key and channel; `flagdeck` if missing. */
  readonly prefix?: string
}

/**
 * Connects, reads the version and the latency, subscribes to the channel of changes, and disconnects.
 * @throws RedisTrouble with the cause
 */
export async function inspectRedis(
  location: RedisLocation,
  options: InspectRedisOptions = {},
): Promise<RedisInspection> {
  const client = openClient(location, options)
  try {
    await isReady(client)
    const askedAt = performance.now()
    await client.ping()
    const latencyMs = performance.now() - askedAt
    const version = /^redis_version:(\S+)/m.exec(await client.info('server'))?.[1] ?? 'unknown'
    await client.subscribe(new RedisKeys(options.prefix ?? DEFAULT_PREFIX).changes(location.database))
    return { version, latencyMs }
  } catch (error) {
    throw redisTrouble(error)
  } finally {
    client.disconnect()
  }
}

function isReady(client: ReturnType<typeof openClient>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new RedisTrouble('Redis does not answer.')), PATIENCE_MS)
    const settle = (done: () => void) => () => {
      clearTimeout(late)
      done()
    }
    client.once('ready', settle(resolve))
    // More errors may follow the first; without a listener, they would end the process.
    client.on('error', (error) => settle(() => reject(error))())
  })
}
