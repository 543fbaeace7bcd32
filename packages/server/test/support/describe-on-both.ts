import { inject, it } from 'vitest'
import { describeOnRedis, type RedisForTests } from '../../../../test/services/describe-on-redis.ts'
import '@flagdeck/store-postgres/testing'

export interface BothServers {
  /** The URL of the newest supported PostgreSQL: the behavior of instances does not depend on its release. */
  readonly postgresUrl: string
  readonly redis: () => RedisForTests
}

/**
 * Declares a suite of instances that share a PostgreSQL and a Redis. If one is missing, a skipped test reports the
 * reason.
 */
export function describeOnBoth(name: string, declare: (servers: BothServers) => void): void {
  const { servers, missing } = inject('postgres')
  const [newest] = servers
  if (newest) describeOnRedis(name, (redis) => declare({ postgresUrl: newest.url, redis }))
  else it.skip(`SKIPPED ${name}: ${missing}`)
}
