import type { RedisServices } from '@flagdeck/redis'
import type { Settings } from './settings/settings.ts'

/**
 * What instances share through Redis, when there is one. Connecting goes on in the background; the driver is loaded
 * only when it is needed.
 */
export async function openRedis(
  { redisUrl, redisPrefix }: Pick<Settings, 'redisUrl' | 'redisPrefix'>,
  onError: (error: unknown) => void,
): Promise<RedisServices | undefined> {
  if (redisUrl === null) return undefined
  const { redisServices } = await import('@flagdeck/redis')
  return redisServices(redisUrl, { prefix: redisPrefix, onError })
}
