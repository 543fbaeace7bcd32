import { expect, it } from 'vitest'
import { describeOnRedis } from '../../../test/services/describe-on-redis.ts'
import { clientForTest, newPrefix, servicesForTest, untilUp } from './sample-services.ts'

describeOnRedis('what instances counted, brought together', (redis) => {
  async function pools(count = 1, prefix = newPrefix(redis())) {
    const services = Array.from({ length: count }, () => servicesForTest(redis().url, { prefix }))
    await Promise.all(services.map((each) => untilUp(each)))
    const all = services.map(({ usagePool }) => usagePool)
    // Their connection is another one.
    for (const pool of all) await expect.poll(() => pool.put(batch('first'))).toBe(true)
    await all[0]?.take()
    await all[0]?.done({ settled: ['first'], refused: [] })
    return all
  }

  const batch = (id: string, content = `batch ${id}`) => ({ id, content: new TextEncoder().encode(content) })
  const texts = (taken: readonly { id: string; content: Uint8Array }[] = []) =>
    taken.map(({ id, content }) => [id, new TextDecoder().decode(content)])

  it('USAGE-60 is given to one of them at a time, the oldest first', async () => {
    const [one, other] = await pools(2)
    for (const id of ['b', 'c', 'a']) expect(await one?.put(batch(id))).toBe(true)
    expect(texts(await other?.take())).toEqual([
      ['b', 'batch b'],
      ['c', 'batch c'],
      ['a', 'batch a'],
    ])
    expect(await one?.take()).toEqual([])
    expect(await other?.take()).toEqual([])
    await other?.done({ settled: ['b'], refused: ['a'] })
    expect(texts(await one?.take())).toEqual([['c', 'batch c']])
    expect(await one?.settled(['a', 'b', 'c'])).toEqual(['b'])
  })

  it('USAGE-60 is as much at once as one transaction should write', async () => {
    const [pool] = await pools()
    const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64')
    for (let n = 10; n < 30; n++) await pool?.put(batch(String(n), random() + random()))
    const taken = (await pool?.take()) ?? []
    expect(taken.length).toBeGreaterThan(2)
    expect(taken.length).toBeLessThan(10)
    await pool?.done({ settled: taken.map(({ id }) => id), refused: [] })
    expect((await pool?.take())?.[0]?.id).toBe(String(10 + taken.length))
  })

  it('USAGE-61 is given to another one when whoever took it is gone, who ends nothing any more', async () => {
    const prefix = newPrefix(redis())
    const [one, other] = await pools(2, prefix)
    const client = await clientForTest(redis().url)
    await one?.put(batch('a'))
    expect(await one?.take()).toHaveLength(1)
    expect(await client.pttl(`${prefix}:1:{usage}:turn`)).toBeLessThanOrEqual(10_000)
    await client.del(`${prefix}:1:{usage}:turn`)
    expect(await other?.take()).toHaveLength(1)
    await one?.done({ settled: [], refused: [] })
    expect(await one?.take()).toEqual([])
    await other?.done({ settled: ['a'], refused: [] })
    expect(await one?.settled(['a'])).toEqual(['a'])
  })

  it('USAGE-61 is nothing where it is damaged', async () => {
    const prefix = newPrefix(redis())
    const [pool] = await pools(1, prefix)
    const client = await clientForTest(redis().url)
    for (const id of ['a', 'b', 'c']) await pool?.put(batch(id))
    await client.hset(`${prefix}:1:{usage}:batches`, 'a', 'no gzip')
    await client.hdel(`${prefix}:1:{usage}:batches`, 'b')
    expect(texts(await pool?.take())).toEqual([
      ['a', ''],
      ['b', ''],
      ['c', 'batch c'],
    ])
    await client.set(`${prefix}:1:{usage}:order`, 'no sorted set')
    expect(await pool?.put(batch('d'))).toBe(false)
    expect(await pool?.take()).toEqual([])
  })

  it('USAGE-61 lies under the prefix, and for ten minutes at most', async () => {
    const prefix = newPrefix(redis())
    const [pool] = await pools(1, prefix)
    const client = await clientForTest(redis().url)
    await pool?.put(batch('old'))
    await client.zadd(`${prefix}:1:{usage}:order`, 1, 'old')
    await pool?.put(batch('new'))
    expect((await pool?.take())?.map(({ id }) => id)).toEqual(['new'])
    const names = await client.keys(`${prefix}:*`)
    expect(names.sort()).toEqual(['batches', 'order', 'settled', 'turn'].map((part) => `${prefix}:1:{usage}:${part}`))
    for (const name of names) {
      const leftMs = await client.pttl(name)
      expect(leftMs).toBeGreaterThan(0)
      expect(leftMs).toBeLessThanOrEqual(600_000)
    }
  })

  it('USAGE-61 takes nothing and has nothing while Redis is away', async () => {
    const services = servicesForTest('redis://127.0.0.1:1')
    const { usagePool: pool } = services
    expect(await pool.put(batch('a'))).toBe(false)
    expect(await pool.take()).toEqual([])
    expect(await pool.settled(['a'])).toEqual([])
    await pool.done({ settled: ['a'], refused: [] })
  })
})
