import { describeRedis, type RedisLocation } from '@flagdeck/redis/url'
import { type Check, check } from './check.ts'

/**
 * Checks Redis without changing it, and that it permits the channel for changes.
 * @param called its name in the result; its address by default
 */
export async function redisChecks(
  location: RedisLocation | null,
  prefix: string,
  called?: string,
): Promise<readonly Check[]> {
  if (location === null) return []
  return [
    await check(
      'redis',
      () => inspect(location, prefix, called ?? describeRedis(location)),
      (error) => advice(error, location),
    ),
  ]
}

async function inspect(location: RedisLocation, prefix: string, called: string): Promise<string> {
  const { inspectRedis } = await import('@flagdeck/redis')
  const { version, latencyMs } = await inspectRedis(location, { prefix })
  return `connected to ${called} (version ${version}) in ${latencyMs.toFixed(1)} ms`
}

function advice(error: unknown, location: RedisLocation): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  return `${describeRedis(location)} cannot be used: ${reason}; check REDIS_URL and the Redis server. Without Redis, instances share no cache and no rate limits.`
}
