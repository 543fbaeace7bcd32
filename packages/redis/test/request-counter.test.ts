import { expect, it } from 'vitest'
import { describeOnRedis } from '../../../test/services/describe-on-redis.ts'
import { clientForTest, newPrefix, servicesForTest, untilUp } from './sample-services.ts'

describeOnRedis('requests that instances count together', (redis) => {
  async function twoCounters(prefix = newPrefix(redis())) {
    const services = [servicesForTest(redis().url, { prefix }), servicesForTest(redis().url, { prefix })] as const
    await Promise.all(services.map((each) => untilUp(each)))
    return services.map(({ requestCounter }) => requestCounter)
  }

  it('PROP-20 are exact, whichever instance they reach', async () => {
    const counters = await twoCounters()
    const counts = await Promise.all(
      Array.from({ length: 200 }, (_, n) => counters[n % 2]?.count(`key-${n % 4}`, 60_000)),
    )
    const used = counts.map((count) => count?.used ?? 0).sort((a, b) => a - b)
    expect(used).toEqual(Array.from({ length: 200 }, (_, n) => 1 + Math.floor(n / 4)))
    for (const count of counts) expect(count?.resetsInMs).toBeGreaterThan(50_000)
  })

  it('PROP-20 begin anew after a window', async () => {
    const [counter] = await twoCounters()
    expect((await counter?.count('a', 30))?.used).toBe(1)
    expect((await counter?.count('a', 30))?.used).toBe(2)
    await expect.poll(async () => (await counter?.count('a', 30))?.used, { interval: 40 }).toBe(1)
  })

  it('PROP-20 never lock a key out for good', async () => {
    const prefix = newPrefix(redis())
    const [counter] = await twoCounters(prefix)
    await counter?.count('a', 60_000)
    const client = await clientForTest(redis().url)
    const [name = ''] = await client.keys(`${prefix}:*`)
    await client.persist(name)
    expect(await counter?.count('a', 60_000)).toEqual({ used: 2, resetsInMs: 60_000 })
    expect(await client.pttl(name)).toBeGreaterThan(0)
  })

  it('PROP-20 are taken back on any instance, and make no window', async () => {
    const prefix = newPrefix(redis())
    const [one, other] = await twoCounters(prefix)
    for (let n = 0; n < 3; n++) await one?.count('a', 60_000)
    for (let n = 0; n < 2; n++) await other?.uncount('a', 60_000)
    const counted = await one?.count('a', 60_000)
    expect(counted?.used).toBe(2)
    expect(counted?.resetsInMs).toBeLessThanOrEqual(60_000)
    for (let n = 0; n < 5; n++) await other?.uncount('a', 60_000)
    expect((await one?.count('a', 60_000))?.used).toBe(1)
    await one?.uncount('none', 60_000)
    const client = await clientForTest(redis().url)
    expect(await client.keys(`${prefix}:*`)).toHaveLength(1)
  })

  it('PROP-36 are under the prefix, and name no key', async () => {
    const prefix = newPrefix(redis())
    const [counter] = await twoCounters(prefix)
    await counter?.count('phc_secret', 60_000)
    const client = await clientForTest(redis().url)
    const names = await client.keys(`${prefix}:*`)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/:1:requests:60000:[\w-]{43}$/)
  })
})
