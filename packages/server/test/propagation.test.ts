import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NOT_OURS } from '../../../test/services/describe-on-redis.ts'
import { type MakeTap, startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { lostNotifications, lostPublications } from '../../../test/services/lost-messages.ts'
import { startRedisServer } from '../../../test/services/redis-server.ts'
import { describeOnBoth } from './support/describe-on-both.ts'
import { FRESH_READERS, firstStreamedVersion } from './support/fresh-readers.ts'
import { ask, type Installation, type Instance, newInstallation, sampleFlag, timeUntil } from './support/instances.ts'

const BUSES = ['LISTEN and NOTIFY', 'Redis'] as const
const CHANGES = 40
const PAIRS = 400
const CHECK_INTERVAL_MS = 5000
/** The additional time that a busy machine may take. */
const SLACK_MS = 1500

describeOnBoth('instances on one database', ({ postgresUrl, redis }) => {
  const optionsFor = (bus: (typeof BUSES)[number]) =>
    bus === 'Redis' ? { redisUrl: redis().url, redisPrefix: `${redis().prefix}-${randomUUID().slice(0, 8)}` } : {}

  async function throughProxy(url: string, makeTap?: MakeTap): Promise<string> {
    const proxy = await startFaultyProxy(url, makeTap)
    onTestFinished(() => proxy.dispose())
    return proxy.url
  }

  async function twoInstances(bus: (typeof BUSES)[number]) {
    const installation = await newInstallation(postgresUrl, optionsFor(bus))
    const [one, other] = [await installation.start(), await installation.start()]
    const flag = await sampleFlag(one, installation)
    await timeUntil(false, other, installation)
    for (const instance of [one, other]) await untilConnected(instance)
    return { installation, one, other, flag }
  }

  describe.for(BUSES)('that hear of each other by %s', (bus) => {
    it(`PROP-${bus === 'Redis' ? 3 : 2} answer with a change well within a second`, async () => {
      const { installation, one, other, flag } = await twoInstances(bus)
      const times: number[] = []
      for (let n = 0; n < CHANGES; n++) {
        await flag.turn(one, n % 2 === 0)
        times.push(await timeUntil(n % 2 === 0, other, installation))
      }
      times.sort((a, b) => a - b)
      expect(times.at(-1)).toBeLessThan(1000)
      expect(times[CHANGES / 2]).toBeLessThan(100)
    })

    it('SNAP-5 answer with a change within the check interval when every message is lost', async () => {
      const lost = bus === 'Redis' ? lostPublications() : lostNotifications()
      const installation = await newInstallation(postgresUrl, optionsFor(bus))
      const one = await installation.start()
      const flag = await sampleFlag(one, installation)
      const deaf =
        bus === 'Redis'
          ? { redisUrl: await throughProxy(redis().url, lost.makeTap) }
          : { databaseUrl: await throughProxy(installation.databaseUrl, lost.makeTap) }
      const other = await installation.start(deaf)
      await timeUntil(false, other, installation)
      for (const instance of [one, other]) await untilConnected(instance)
      const before = lost.count()
      await flag.turn(one, true)
      expect(await timeUntil(true, other, installation)).toBeLessThan(CHECK_INTERVAL_MS + SLACK_MS)
      expect(lost.count()).toBeGreaterThan(before)
    })

    it(`PROP-41 answer ${PAIRS} times, each in another way, with what the other has just written`, async () => {
      const { installation, one, other, flag } = await twoInstances(bus)
      expect(await staleReads(PAIRS, installation, [one, other], flag)).toEqual([])
    }, 180_000)

    it('PROP-41 open streams with what the other has just written', async () => {
      const { installation, one, other, flag } = await twoInstances(bus)
      for (let n = 0; n < 10; n++) {
        const [writer, reader] = n % 2 === 0 ? [one, other] : [other, one]
        const version = await flag.turn(writer, n % 2 === 0)
        const headers = n % 3 === 0 ? { 'last-event-id': String(version - 1) } : {}
        const asked = { ...headers, 'flagdeck-min-version': String(version) }
        expect(await firstStreamedVersion(reader, installation, asked)).toBe(version)
      }
    })
  })

  it('PROP-42 look for the version that a tag or an event claims, and answer without it too', async () => {
    const { installation, one, other, flag } = await twoInstances('LISTEN and NOTIFY')
    const streamed = (instance: Instance, id: string) =>
      firstStreamedVersion(instance, installation, { 'last-event-id': id })
    const readByTag = FRESH_READERS['OFREP of all flags, by the tag of an event']
    for (const on of [true, false, true]) {
      const version = await flag.turn(one, on)
      // A stream that starts from the newest version sends nothing, so the reader sends the version with another tag.
      expect(await streamed(other, `${version}-x`)).toBe(version)
      const later = await flag.turn(one, !on)
      expect(await readByTag?.(other, installation, later)).toBe(!on)
    }
    expect(await readByTag?.(other, installation, 999_999)).toBe(false)
    expect(await streamed(other, '999999')).toBeGreaterThan(1)
  })

  it('PROP-8 say whether their bus is connected, and how long a message takes', async () => {
    const { one, flag } = await twoInstances('LISTEN and NOTIFY')
    await flag.turn(one, true)
    await expect.poll(() => metric(one, 'change_bus_lag_seconds')).toBeGreaterThan(0)
    expect(await metric(one, 'change_bus_lag_seconds')).toBeLessThan(1)
    expect(await metric(one, 'change_bus_up')).toBe(1)
  })

  it('PROP-41 say within a moment that there is no such version', async () => {
    const { installation, one } = await twoInstances('LISTEN and NOTIFY')
    const body = { token: installation.projectToken, distinct_id: 'ada' }
    const answer = await ask(one, '/flags/?v=2', { body, headers: { 'flagdeck-min-version': '999999' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it(`PROP-41 answer ${PAIRS} times with what the other has just written, though Redis is killed half-way`, async ({
    skip,
  }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const server = await startRedisServer({ program })
    onTestFinished(() => server.dispose())
    const installation = await newInstallation(postgresUrl, { redisUrl: server.url })
    const instances = [await installation.start(), await installation.start()] as const
    const flag = await sampleFlag(instances[0], installation)
    const half = PAIRS / 2
    const stale = await staleReads(half, installation, instances, flag)
    const second = staleReads(half, installation, instances, flag)
    await server.crash()
    expect([...stale, ...(await second)]).toEqual([])
    expect(await metric(instances[0], 'redis_up')).toBe(0)
  }, 180_000)
})

async function untilConnected(instance: Instance): Promise<void> {
  await expect.poll(() => metric(instance, 'change_bus_up'), { timeout: 5000 }).toBe(1)
}

async function metric(instance: Instance, name: string): Promise<number> {
  const { text } = await ask(instance, '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/**
 * Writes through one instance and reads through the other, alternately. Returns the reads that did not see the write.
 */
async function staleReads(
  pairs: number,
  installation: Installation,
  instances: readonly [Instance, Instance],
  flag: Awaited<ReturnType<typeof sampleFlag>>,
): Promise<readonly string[]> {
  const readers = Object.entries(FRESH_READERS)
  const stale: string[] = []
  for (let n = 0; n < pairs; n++) {
    const [writer, reader] = n % 2 === 0 ? instances : [instances[1], instances[0]]
    const on = n % 2 === 0
    const version = await flag.turn(writer, on)
    const [name, read] = readers[n % readers.length] ?? ['none', async () => !on]
    if ((await read(reader, installation, version)) !== on) stale.push(`${n}: ${name}`)
  }
  return stale
}
