import { expect, it, onTestFinished } from 'vitest'
import { describeOnRedis, NOT_OURS } from '../../../test/services/describe-on-redis.ts'
import { startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { startRedisServer } from '../../../test/services/redis-server.ts'
import { RedisTrouble } from '../src/redis-trouble.ts'
import { newPrefix, type ServicesForTest, servicesForTest, untilUp } from './sample-services.ts'

const count = ({ requestCounter }: ServicesForTest) => requestCounter.count('key', 60_000)

/** Returns the duration of the slowest of a number of consecutive calls, in milliseconds. */
async function slowestOf(calls: number, call: () => Promise<unknown>): Promise<number> {
  let slowest = 0
  for (let n = 0; n < calls; n++) {
    const startedAt = performance.now()
    await call()
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  return slowest
}

/** Returns the total duration of a thousand consecutive calls, in milliseconds. */
async function thousandTimes(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await slowestOf(1000, call)
  return performance.now() - startedAt
}

/** A thousand calls that do not wait for Redis take less; five that wait take longer. */
const FREE_MS = 500

describeOnRedis('Redis that is away', (redis) => {
  async function throughProxy() {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const services = servicesForTest(proxy.url, { prefix: newPrefix(redis()), timeoutMs: 100 })
    await untilUp(services)
    return { proxy, services }
  }

  it('PROP-30 costs nothing when it never was there', async () => {
    const services = servicesForTest('redis://127.0.0.1:1')
    expect(await thousandTimes(() => count(services))).toBeLessThan(FREE_MS)
    expect(await services.definitionsCache.find(1)).toBeUndefined()
    expect(await services.definitionsCache.findProjectId('phc_x')).toBeUndefined()
    await services.definitionsCache.forget(1)
    const encode = () => Promise.reject(new Error('nobody keeps it'))
    const definitions = { projectId: 1, uuid: 'u', version: 1, apiToken: 'phc_x', confirmedAtMs: 1, encode }
    expect(await services.definitionsCache.keep(definitions)).toBe(false)
    services.changeBus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => services.errors).toEqual([expect.any(RedisTrouble)])
    expect(String(services.errors[0])).toContain('ECONNREFUSED')
  })

  it('PROP-30 is waited for 100 ms, three times, and then no more; and is used again within five seconds', async () => {
    const { proxy, services } = await throughProxy()
    expect((await count(services))?.used).toBe(1)
    proxy.stall()
    const slowest = await slowestOf(3, async () => expect(await count(services)).toBeUndefined())
    expect(slowest).toBeGreaterThan(90)
    expect(slowest).toBeLessThan(400)
    expect(services.isUp()).toBe(false)
    expect(await thousandTimes(() => count(services))).toBeLessThan(FREE_MS)
    proxy.heal()
    const healedAt = performance.now()
    await untilUp(services)
    expect(performance.now() - healedAt).toBeLessThan(5000)
    expect((await count(services))?.used).toBeGreaterThan(1)
    expect(services.errors).toHaveLength(1)
  })

  it('PROP-30 is bypassed while it is slower than 100 ms', async () => {
    const { proxy, services } = await throughProxy()
    proxy.delay(80)
    await slowestOf(3, async () => expect(await count(services)).toBeUndefined())
    await untilUp(services, false)
    expect(await thousandTimes(() => count(services))).toBeLessThan(FREE_MS)
    proxy.delay(5)
    await untilUp(services)
    expect(await count(services)).toBeDefined()
  })

  it('PROP-30 is bypassed by many at once, none of whom waits long', async () => {
    const { proxy, services } = await throughProxy()
    proxy.stall()
    const startedAt = performance.now()
    const counted = await Promise.all(Array.from({ length: 2000 }, () => count(services)))
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(new Set(counted)).toEqual(new Set([undefined]))
  })

  it('PROP-32 is used again after it refused connections', async () => {
    const { proxy, services } = await throughProxy()
    await proxy.refuse()
    await untilUp(services, false)
    expect(await thousandTimes(() => count(services))).toBeLessThan(FREE_MS)
    proxy.heal()
    const healedAt = performance.now()
    await untilUp(services)
    expect(performance.now() - healedAt).toBeLessThan(5000)
    expect(services.errors).toHaveLength(1)
    proxy.cut()
    await untilUp(services, false)
    await untilUp(services)
  })

  it('PROP-31 refuses what it has no room for, and answers the rest', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const server = await startRedisServer({
      program,
      settings: ['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'],
    })
    onTestFinished(() => server.dispose())
    const services = servicesForTest(server.url)
    await untilUp(services)
    const heard: unknown[] = []
    services.changeBus.subscribe((change) => heard.push(change))
    await expect.poll(() => services.changeBus.status?.().connected).toBe(true)
    const large = crypto.getRandomValues(new Uint8Array(60_000))
    const keep = (projectId: number) =>
      services.definitionsCache.keep({
        projectId,
        uuid: 'u',
        version: 1,
        apiToken: `phc_${projectId}`,
        confirmedAtMs: 1,
        encode: async () => large,
      })
    let kept = 0
    while (kept < 1000 && (await keep(kept + 1))) kept++
    expect(kept).toBeGreaterThan(3)
    expect(kept).toBeLessThan(1000)
    expect(await services.definitionsCache.find(1)).toBeDefined()
    await expect.poll(() => count(services)).toBeUndefined()
    services.changeBus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => heard).toHaveLength(1)
    expect(services.isUp()).toBe(true)
    expect(services.errors.map(String)).toEqual([expect.stringContaining('OOM')])
  })

  it('PROP-32 is used again after it crashed, empty', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const server = await startRedisServer({ program })
    onTestFinished(() => server.dispose())
    const services = servicesForTest(server.url)
    await untilUp(services)
    await count(services)
    await server.crash()
    await untilUp(services, false)
    expect(await count(services)).toBeUndefined()
    await server.restart()
    const restartedAt = performance.now()
    await untilUp(services)
    expect(performance.now() - restartedAt).toBeLessThan(5000)
    expect((await count(services))?.used).toBe(1)
  })

  it('PROP-33 tells of a wrong password, and not which', async ({ skip }) => {
    const { server } = redis()
    if (!server) return skip(NOT_OURS)
    const services = servicesForTest(`redis://:sesame@127.0.0.1:${server.port}`)
    await expect.poll(() => services.errors).toEqual([expect.any(RedisTrouble)])
    expect(
      JSON.stringify([services.errors, String(services.errors[0]), { ...Object(services.errors[0]) }]),
    ).not.toContain('sesame')
    expect(String(services.errors[0])).toContain('WRONGPASS')
    expect(await count(services)).toBeUndefined()
  })

  it('PROP-35 refuses an address that is none, without telling what is secret', () => {
    expect(() => servicesForTest('redis://:sesame@a,b')).toThrow(/has to be redis:/)
    expect(() => servicesForTest('redis://:sesame@a,b')).not.toThrow(/sesame/)
  })
})
