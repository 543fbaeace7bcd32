import { describeRedis, type RedisLocation } from '@flagdeck/redis/url'
import { type Check, check } from './check.ts'

/**
 * Looks at Redis without changing it, and whether the channel for changes may be used.
 * @param called how Redis is told of when it answers; by its address where nothing is said
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
      () => look(location, prefix, called ?? describeRedis(location)),
      (error) => advice(error, location),
    ),
  ]
}

async function look(location: RedisLocation, prefix: string, called: string): Promise<string> {
  const { inspectRedis } = await import('@flagdeck/redis')
  const { version, latencyMs } = await inspectRedis(location, { prefix })
  return `${called} answers in ${latencyMs.toFixed(1)} ms, release ${version}`
}

function advice(error: unknown, location: RedisLocation): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  return `${describeRedis(location)} cannot be used: ${reason}; check REDIS_URL and that server. Everything works without it, each instance for itself.`
}
