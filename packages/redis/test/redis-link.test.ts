import { expect, it, onTestFinished } from 'vitest'
import { describeOnRedis } from '../../../test/services/describe-on-redis.ts'
import { openClient } from '../src/redis-client.ts'
import { RedisLink } from '../src/redis-link.ts'
import { parseRedisUrl } from '../src/redis-url.ts'

describeOnRedis('a link to Redis', (redis) => {
  function linkForTest(): RedisLink {
    const location = parseRedisUrl(redis().url)
    if (!location) throw new Error('no address of Redis')
    const link = new RedisLink(openClient(location, {}), { timeoutMs: 3000, onError: () => undefined })
    onTestFinished(() => link.close())
    return link
  }

  it('PROP-32 is used again within five seconds though its client ended, as a fail-over makes one do', async () => {
    const link = linkForTest()
    await expect.poll(() => link.isUp, { timeout: 5000 }).toBe(true)
    link.client.disconnect()
    await expect.poll(() => link.client.status).toBe('end')
    await expect.poll(() => link.isUp, { timeout: 5000 }).toBe(true)
    expect(await link.run((client) => client.ping())).toBe('PONG')
  })

  it('PROP-32 stays closed once it was', async () => {
    const link = linkForTest()
    await expect.poll(() => link.isUp, { timeout: 5000 }).toBe(true)
    link.close()
    await expect.poll(() => link.client.status).toBe('end')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(link.client.status).toBe('end')
  })
})
