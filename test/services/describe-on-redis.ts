import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import './redis-setup.ts'

/** Why a test is skipped that disrupts its server. */
export const NOT_OURS = 'the Redis at TEST_REDIS_URL is not for breaking'

/** The Redis of one test file. */
export interface RedisForTests {
  readonly url: string
  /** The prefix of this file's keys and channels: the server may be shared. */
  readonly prefix: string
  /** The server, if it belongs to this file and may be disrupted. */
  readonly server: RedisServer | undefined
  /** The path of `redis-server`, to start more servers. */
  readonly program: string | undefined
}

/**
 * Declares a suite on a Redis server that is started for it. Without Redis, one skipped test reports the reason.
 *
 * @example
 * describeOnRedis('rate limits', (redis) => { it('…', async () => { redisServices(redis().url) … }) })
 */
export function describeOnRedis(name: string, declare: (redis: () => RedisForTests) => void): void {
  const { program, url, missing } = inject('redis')
  if (missing !== undefined) {
    it.skip(`SKIPPED ${name}: ${missing}`)
    return
  }
  describe(name, () => {
    const prefix = `test-${randomUUID()}`
    let redis: RedisForTests | undefined
    beforeAll(async () => {
      const server = program === undefined ? undefined : await startRedisServer({ program })
      redis = { url: server?.url ?? url ?? '', prefix, server, program }
    })
    afterAll(() => redis?.server?.dispose())
    declare(() => {
      if (!redis) throw new Error('Redis is there only while tests run')
      return redis
    })
  })
}
