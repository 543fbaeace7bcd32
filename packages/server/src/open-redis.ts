import type { RedisServices } from '@flagdeck/redis'
import type { Settings } from './settings/settings.ts'

/**
 * Returns the services that instances share through Redis, if it is configured. They connect in the background. The
 * driver is loaded only if it is needed.
 */
export async function openRedis(
  { redisUrl, redisPrefix }: Pick<Settings, 'redisUrl' | 'redisPrefix'>,
  onError: (error: unknown) => void,
): Promise<RedisServices | undefined> {
  if (redisUrl === null) return undefined
  const { redisServices } = await import('@flagdeck/redis')
  return redisServices(redisUrl, { prefix: redisPrefix, onError })
}
