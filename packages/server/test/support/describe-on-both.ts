import { inject, it } from 'vitest'
import { describeOnRedis, type RedisForTests } from '../../../../test/services/describe-on-redis.ts'
import '@flagdeck/store-postgres/testing'

export interface BothServers {
  /** Of the newest PostgreSQL there is: what instances do does not depend on its release. */
  readonly postgresUrl: string
  readonly redis: () => RedisForTests
}

/** Declares a suite of instances that share a PostgreSQL and a Redis. Without either, one skipped test says why. */
export function describeOnBoth(name: string, declare: (servers: BothServers) => void): void {
  const { servers, missing } = inject('postgres')
  const [newest] = servers
  if (newest) describeOnRedis(name, (redis) => declare({ postgresUrl: newest.url, redis }))
  else it.skip(`SKIPPED ${name}: ${missing}`)
}
