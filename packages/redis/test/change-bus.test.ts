import type { ProjectChange } from '@flagdeck/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnRedis } from '../../../test/services/describe-on-redis.ts'
import { startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { clientForTest, newPrefix, type ServicesForTest, servicesForTest, untilUp } from './sample-services.ts'

function listenTo({ changeBus }: ServicesForTest) {
  const heard: ProjectChange[] = []
  const counted = { heard, gaps: 0 }
  changeBus.subscribe(
    (change) => heard.push(change),
    () => counted.gaps++,
  )
  return counted
}

const isConnected = ({ changeBus }: ServicesForTest) => changeBus.status?.().connected

describeOnRedis('changes over pub/sub', (redis) => {
  async function twoInstances(otherUrl = redis().url) {
    const prefix = newPrefix(redis())
    const pair = [servicesForTest(redis().url, { prefix }), servicesForTest(otherUrl, { prefix })] as const
    const heard = [listenTo(pair[0]), listenTo(pair[1])] as const
    for (const each of pair) await untilUp(each)
    await expect.poll(() => pair.every(isConnected), { timeout: 5000 }).toBe(true)
    return { one: pair[0], other: pair[1], heard: heard[1], prefix }
  }

  it('PROP-3 reach all instances with the prefix, and no others', async () => {
    const { one, heard } = await twoInstances()
    const stranger = await twoInstances()
    one.changeBus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => heard.heard).toEqual([{ projectId: 1, version: 2 }])
    await expect.poll(() => one.changeBus.status?.().lagMs).toBeGreaterThan(0)
    expect(stranger.heard.heard).toEqual([])
  })

  it('PROP-5 are heard among whatever else is said on the channel', async () => {
    const { one, heard, prefix } = await twoInstances()
    const client = await clientForTest(redis().url)
    expect(await client.publish(`${prefix}:1:changes:0`, 'hello')).toBe(2)
    one.changeBus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => heard.heard).toEqual([{ projectId: 1, version: 2 }])
  })

  it('PROP-4 go on after the connections were cut, and a gap is told', async () => {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const { one, other, heard } = await twoInstances(proxy.url)
    expect(heard.gaps).toBe(1)
    proxy.cut()
    await expect.poll(() => heard.gaps, { timeout: 5000 }).toBe(2)
    one.changeBus.publish({ projectId: 1, version: 3 })
    await expect.poll(() => heard.heard.at(-1)).toEqual({ projectId: 1, version: 3 })
    await untilUp(other)
    other.changeBus.publish({ projectId: 1, version: 4 })
    await expect.poll(() => heard.heard.at(-1)).toEqual({ projectId: 1, version: 4 })
  })

  it('PROP-4 go on within five seconds after a network that swallowed everything works again', async () => {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const { one, other, heard } = await twoInstances(proxy.url)
    proxy.stall()
    await expect.poll(() => isConnected(other), { timeout: 8000 }).toBe(false)
    other.changeBus.publish({ projectId: 1, version: 2 })
    proxy.heal()
    const healedAt = performance.now()
    await expect.poll(() => heard.heard.at(-1), { timeout: 8000 }).toEqual({ projectId: 1, version: 2 })
    expect(performance.now() - healedAt).toBeLessThan(5000)
    one.changeBus.publish({ projectId: 1, version: 3 })
    await expect.poll(() => heard.heard.at(-1)).toEqual({ projectId: 1, version: 3 })
  })

  it('PROP-6 are closed at once when Redis hangs', async () => {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const { other } = await twoInstances(proxy.url)
    proxy.stall()
    const unconnected = servicesForTest(proxy.url)
    for (const services of [other, unconnected]) {
      services.changeBus.publish({ projectId: 1, version: 2 })
      const startedAt = performance.now()
      await services.close()
      expect(performance.now() - startedAt).toBeLessThan(500)
    }
  })
})
