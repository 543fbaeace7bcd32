import { expect, it, onTestFinished } from 'vitest'
import { describeOnRedis } from '../../../test/services/describe-on-redis.ts'
import { startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { clientForTest, newPrefix, servicesForTest, untilUp } from './sample-services.ts'

const CONFIRMED_AT_MS = Date.parse('2026-11-20T08:00:00Z')
const UUID = 'aaaaaaaa-0000-4000-8000-000000000000'

describeOnRedis('definitions that instances keep for each other', (redis) => {
  async function caches(count = 1, prefix = newPrefix(redis())) {
    const services = Array.from({ length: count }, () => servicesForTest(redis().url, { prefix }))
    await Promise.all(services.map((each) => untilUp(each)))
    // Definitions use a separate connection.
    await expect.poll(() => services[0]?.definitionsCache.keep(definitions(999, 1))).toBe(true)
    await expect.poll(() => services.at(-1)?.definitionsCache.find(999)).toBeDefined()
    return services.map(({ definitionsCache }) => definitionsCache)
  }

  const bytes = (text: string) => new TextEncoder().encode(text)
  const text = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found)
  const definitions = (projectId: number, version: number, uuid = UUID, apiToken = `phc_${projectId}`) => ({
    ...{ projectId, version, uuid, apiToken, confirmedAtMs: CONFIRMED_AT_MS },
    encode: async () => bytes(`project ${projectId} version ${version}`),
  })

  it('PROP-10 are found by every instance, by the public token too', async () => {
    const [one, other] = await caches(2)
    expect(await one?.keep(definitions(1, 5))).toBe(true)
    expect(text(await other?.find(1))).toBe('project 1 version 5')
    expect(await other?.findProjectId('phc_1')).toBe(1)
    expect(await other?.findProjectId('phc_2')).toBeUndefined()
  })

  it('PROP-10 come back byte by byte, however many there are', async () => {
    const [cache] = await caches()
    const many = crypto.getRandomValues(new Uint8Array(65_536))
    const large = new Uint8Array(4 * 1024 * 1024).map((_, at) => many[(at * 7) % many.length] ?? 0)
    expect(await cache?.keep({ ...definitions(1, 5), encode: async () => large })).toBe(true)
    const found = await cache?.find(1)
    expect(found && Buffer.compare(found, large)).toBe(0)
  })

  it('PROP-12 are never replaced by older ones, whoever comes last', async () => {
    const [one, other] = await caches(2)
    await one?.keep(definitions(1, 5))
    const tooOld = { ...definitions(1, 4), encode: () => Promise.reject(new Error('not needed')) }
    expect(await other?.keep(tooOld)).toBe(true)
    expect(await other?.keep({ ...tooOld, version: 5 })).toBe(true)
    expect(text(await one?.find(1))).toBe('project 1 version 5')
    expect(await other?.keep(definitions(1, 6))).toBe(true)
    expect(text(await one?.find(1))).toBe('project 1 version 6')
  })

  it('PROP-12 are not replaced by older ones that take long to be written', async () => {
    const prefix = newPrefix(redis())
    const [one, other] = await caches(2, prefix)
    const client = await clientForTest(redis().url)
    const slowly = {
      ...definitions(1, 5),
      encode: async () => {
        // The time to load has passed, and another instance takes over.
        await client.del(...(await client.keys(`${prefix}:*:loading:*`)))
        expect(await other?.keep(definitions(1, 7))).toBe(true)
        return bytes('too late')
      },
    }
    await one?.keep(slowly)
    expect(text(await one?.find(1))).toBe('project 1 version 7')
  })

  it('PROP-15 are replaced by the same that were confirmed long after them, and not by others', async () => {
    const [one, other] = await caches(2)
    const confirmed = (version: number, minutes: number) => ({
      ...definitions(1, version),
      confirmedAtMs: CONFIRMED_AT_MS + minutes * 60_000,
      encode: async () => bytes(`version ${version} after ${minutes} minutes`),
    })
    const kept = async () => text(await one?.find(1))
    await one?.keep(confirmed(5, 0))
    for (const minutes of [29, -60]) {
      expect(await other?.keep(confirmed(5, minutes))).toBe(true)
      expect(await kept()).toBe('version 5 after 0 minutes')
    }
    expect(await other?.keep(confirmed(5, 30))).toBe(true)
    expect(await kept()).toBe('version 5 after 30 minutes')
    expect(await one?.keep(confirmed(5, 59))).toBe(true)
    expect(await other?.keep(confirmed(4, 999))).toBe(true)
    expect(await kept()).toBe('version 5 after 30 minutes')
    expect(await other?.keep(confirmed(6, -60))).toBe(true)
    expect(await kept()).toBe('version 6 after -60 minutes')
  })

  it('PROP-12 give way to those of another database', async () => {
    const [cache] = await caches()
    await cache?.keep(definitions(1, 5))
    await cache?.keep(definitions(1, 2, 'bbbbbbbb-0000-4000-8000-000000000000'))
    expect(text(await cache?.find(1))).toBe('project 1 version 2')
  })

  it('PROP-14 are kept by one instance, not by all', async () => {
    const all = await caches(5)
    let encoded = 0
    const counted = (version: number) => ({
      ...definitions(1, version),
      encode: async () => {
        encoded++
        return bytes('x')
      },
    })
    const kept = await Promise.all(all.map((cache) => cache.keep(counted(5))))
    expect(encoded).toBe(1)
    expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(1)
    for (const cache of all) expect(await cache.keep(counted(5))).toBe(true)
    expect(encoded).toBe(1)
  })

  it('PROP-14 are waited for while another instance loads them, but not for long', async () => {
    const [one, other] = await caches(2)
    expect(await one?.find(1)).toBeUndefined()
    const waiting = other?.find(1)
    expect(await one?.keep(definitions(1, 5))).toBe(true)
    expect(text(await waiting)).toBe('project 1 version 5')

    expect(await one?.find(2)).toBeUndefined()
    const startedAt = performance.now()
    expect(await one?.find(2)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(200)
    expect(await other?.find(2)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })

  it('PROP-14 are found by whoever looked just before they were kept', async () => {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const prefix = newPrefix(redis())
    const [one] = await caches(1, prefix)
    const { definitionsCache: other } = servicesForTest(proxy.url, { prefix })
    await expect.poll(() => other.find(999)).toBeDefined()
    const monitor = await (await clientForTest(redis().url)).monitor()
    onTestFinished(() => monitor.disconnect())
    // The other instance finds no definitions and tries to become the one that loads them.
    proxy.delay(300)
    const hasLooked = new Promise<void>((resolve) => {
      monitor.on('monitor', (_, [command, key]) => {
        if (/^hget$/i.test(command) && String(key).endsWith(':{1}')) resolve()
      })
    })
    const looking = other.find(1)
    await hasLooked
    expect(await one?.keep(definitions(1, 5))).toBe(true)
    expect(text(await looking)).toBe('project 1 version 5')
  })

  it('PROP-13 are not there when they are damaged or something else, and can be kept again', async () => {
    const prefix = newPrefix(redis())
    const [cache] = await caches(1, prefix)
    const client = await clientForTest(redis().url)
    await cache?.keep(definitions(1, 5))
    const [name = ''] = await client.keys(`${prefix}:*:definitions:{1}`)
    await client.hset(name, 'packed', 'no gzip')
    expect(await cache?.find(1)).toBeUndefined()
    expect(await cache?.keep(definitions(1, 5))).toBe(true)
    expect(text(await cache?.find(1))).toBe('project 1 version 5')
    await client.hset(name, 'version', 'x')
    expect(await cache?.keep(definitions(1, 4))).toBe(true)
    expect(text(await cache?.find(1))).toBe('project 1 version 4')
    await client.set(name, 'no hash')
    expect(await cache?.find(1)).toBeUndefined()
    for (const token of await client.keys(`${prefix}:*:token:*`)) await client.set(token, 'no number')
    expect(await cache?.findProjectId('phc_1')).toBeUndefined()
  })

  it('PROP-12 are forgotten when they are said to be nothing', async () => {
    const [cache] = await caches()
    await cache?.keep(definitions(1, 5))
    await cache?.forget(1)
    expect(await cache?.find(1)).toBeUndefined()
  })

  it('PROP-36 lie under the prefix, with an end, and name no token', async () => {
    const prefix = newPrefix(redis())
    const [cache] = await caches(1, prefix)
    await cache?.keep(definitions(1, 5, UUID, 'phc_public'))
    const client = await clientForTest(redis().url)
    const names = await client.keys(`${prefix}:*`)
    onTestFinished(() => void client.disconnect())
    expect(names.join(' ')).not.toContain('phc_')
    expect(names).toHaveLength(4)
    for (const name of names) expect(await client.pttl(name)).toBeGreaterThan(86_400_000)
  })
})
