import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../../data/store.ts'
import { StoreUnavailable } from '../../../data/store-errors.ts'
import { memoryUsagePool } from '../../../testing/usage/memory-usage-pool.ts'
import { batchOf, randomCalls } from '../../../testing/usage/random-calls.ts'
import { type UsageTrial, usageTrial } from '../../../testing/usage/usage-trial.ts'
import { PATIENCE_MS, SharedBatches } from './shared-batches.ts'

/** Instances on one store and one pool. */
async function instances(count: number) {
  const usagePool = memoryUsagePool()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const first = await usageTrial({ usagePool, onError })
  const { store, project } = first
  const all = [first]
  for (let n = 1; n < count; n++) all.push(await usageTrial({ store, usagePool, onError }))
  const record = (instance: UsageTrial | undefined, special = {}) =>
    instance?.context.usage.record(instance.call({ projectId: project.id, ...special }))
  return { all, first, store, pool: usagePool, errors, record }
}

describe('what instances bring together', () => {
  it('USAGE-60 is written by one of them, in one transaction', async () => {
    const { all, first, store, pool, record, errors } = await instances(3)
    // What is old is looked for after the first flush.
    await all[1]?.keep({})
    let isHeld = true
    const { take } = pool
    pool.take = async () => (isHeld ? [] : take.call(pool))
    all.forEach((each, n) => {
      record(each, { distinctId: `user ${n % 2}`, count: n + 1 })
    })
    for (const each of all) await each.flush()
    expect([pool.size, await first.counts()]).toEqual([3, [0, 0]])
    const writes = countWrites(store)
    isHeld = false
    await all[1]?.flush()
    expect(writes()).toBe(1)
    expect([pool.size, await first.counts(), await first.users()]).toEqual([0, [6, 6], 2])
    expect(errors).toEqual([])
  })

  it('USAGE-37 is pending with whoever counted it until it is written', async () => {
    const { all, first, record, pool } = await instances(2)
    const { take } = pool
    pool.take = async () => []
    record(first, { count: 5 })
    await first.flush()
    expect(first.context.usage.status()).toEqual({ pending: 5, written: 0, lost: 0 })
    pool.take = take
    await all[1]?.flush()
    await first.flush()
    expect(first.context.usage.status()).toEqual({ pending: 0, written: 5, lost: 0 })
    expect(all[1]?.context.usage.status()).toEqual({ pending: 0, written: 0, lost: 0 })
  })

  it('USAGE-10 counts an event once that came to several', async () => {
    const { all, first, record } = await instances(3)
    for (const each of all) record(each, { uuid: 'the same', distinctId: 'ada' })
    await Promise.all(all.map((each) => each.flush()))
    await first.flush()
    expect([await first.counts(), await first.users()]).toEqual([[1, 1], 1])
  })

  it('USAGE-61 goes straight to the store when the pool takes nothing', async () => {
    const { first, pool, record } = await instances(1)
    pool.isAway = true
    record(first)
    await first.flush()
    expect(await first.counts()).toEqual([1, 1])
  })

  it('USAGE-62 is not brought together when it is much', async () => {
    const { first, pool, record } = await instances(1)
    pool.take = async () => []
    for (let n = 0; n < 10_000; n++) record(first, { uuid: `event ${n}`, distinctId: null })
    await first.flush()
    expect([pool.size, await first.counts()]).toEqual([0, [10_000, 10_000]])
  })

  it('USAGE-63 is left to whoever counted it when it is of another database', async () => {
    const { first, pool, record } = await instances(1)
    const elsewhere = await usageTrial({ usagePool: pool })
    expect([elsewhere.project.id, elsewhere.project.uuid === first.project.uuid]).toEqual([first.project.id, false])
    const { take } = pool
    pool.take = async () => []
    await elsewhere.keep({ count: 3 })
    record(first)
    await first.flush()
    pool.take = take
    await first.flush()
    expect([await first.counts(), await elsewhere.counts(), pool.size]).toEqual([[1, 1], [0, 0], 1])
    await elsewhere.flush()
    expect([await first.counts(), await elsewhere.counts(), pool.size]).toEqual([[1, 1], [3, 3], 0])
  })

  it('USAGE-64 is written by the others when a process is killed', async () => {
    const { all, first, pool, record } = await instances(2)
    const { take } = pool
    pool.take = async () => []
    record(first, { count: 4 })
    await first.flush()
    pool.take = take
    await all[1]?.flush()
    expect(await first.counts()).toEqual([4, 4])
  })

  it('USAGE-65 is written by a process that ends, when nobody else did', async () => {
    const { first, pool, record } = await instances(1)
    pool.take = async () => []
    record(first, { count: 4 })
    await first.flush()
    record(first, { count: 2 })
    await first.context.usage.close()
    expect([await first.counts(), pool.size]).toEqual([[6, 6], 0])
    expect(first.context.usage.status()).toEqual({ pending: 0, written: 6, lost: 0 })
  })

  it('USAGE-61 that nobody can read is thrown away, and holds up nothing else', async () => {
    const { first, pool, record } = await instances(1)
    pool.plant({ id: 'damaged', content: new Uint8Array([1, 2, 3]) })
    record(first)
    await first.flush()
    expect([await first.counts(), pool.size]).toEqual([[1, 1], 0])
  })

  it('USAGE-61 that the store refuses goes back to whoever counted it', async () => {
    const { first, pool, record, store, errors } = await instances(1)
    const { write } = store
    store.write = async () => {
      store.write = write
      throw new Error('refused')
    }
    record(first)
    await first.flush()
    expect([await first.counts(), pool.size, errors.map(String)]).toEqual([[0, 0], 0, ['Error: refused']])
    await first.context.usage.close()
    expect(await first.counts()).toEqual([1, 1])
  })

  it('USAGE-61 waits in the pool while the store is away', async () => {
    const { first, pool, record, store } = await instances(1)
    const { write } = store
    store.write = () => Promise.reject(new StoreUnavailable('away'))
    record(first)
    await first.flush()
    store.write = write
    expect([pool.size, await first.counts()]).toEqual([1, [0, 0]])
    await first.flush()
    expect([pool.size, await first.counts()]).toEqual([0, [1, 1]])
  })
})

describe('batches in the pool', () => {
  it('USAGE-61 are given back when they are not settled in time, and never offered again', async () => {
    let nowMs = 0
    const pool = memoryUsagePool()
    pool.take = async () => []
    const shared = new SharedBatches({ pool, uuidOf: String, write: async () => [], nowMs: () => nowMs })
    const [one, other] = ['one', 'other'].map((id) => batchOf(id, randomCalls(1, 3)))
    if (!one || !other) throw new Error('no batches')
    expect(await shared.offer(one)).toBe(true)
    nowMs = PATIENCE_MS - 1
    expect(await shared.offer(other)).toBe(true)
    expect(await shared.takeBack('overdue')).toEqual([])
    nowMs++
    expect(await shared.takeBack('overdue')).toEqual([one])
    expect(await shared.offer(one)).toBe(false)
    expect(await shared.takeBack('all')).toEqual([other])
    expect(shared.isEmpty).toBe(true)
  })

  it('USAGE-61 are ten at most', async () => {
    const pool = memoryUsagePool()
    const shared = new SharedBatches({ pool, uuidOf: String, write: async () => [] })
    const offers = []
    for (let n = 0; n < 11; n++) offers.push(await shared.offer(batchOf(`${n}`, randomCalls(n, 1))))
    expect(offers).toEqual([...Array(10).fill(true), false])
  })

  it('USAGE-61 USAGE-13 count once, whatever fails in whatever order', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), countsOnce), { numRuns: 60 })
  }, 60_000)
})

interface Step {
  readonly instance: number
  readonly what: 'count' | 'flush' | 'empty' | 'away' | 'back' | 'lose answer' | 'refuse'
  readonly event: number | null
}

const step: fc.Arbitrary<Step> = fc.record({
  instance: fc.nat(2),
  what: fc.constantFrom('count', 'count', 'count', 'flush', 'flush', 'empty', 'away', 'back', 'lose answer', 'refuse'),
  event: fc.option(fc.nat(10)),
})

async function countsOnce(steps: readonly Step[]): Promise<void> {
  const { all, first, store, pool, record } = await instances(3)
  const { write } = store
  const events = new Set<number>()
  let expected = 0
  for (const { instance, what, event } of steps) {
    if (what === 'count') {
      record(all[instance], event === null ? {} : { uuid: `event ${event}` })
      if (event === null || !events.has(event)) expected++
      if (event !== null) events.add(event)
    } else if (what === 'flush') await all[instance]?.flush()
    else if (what === 'empty') pool.clear()
    else if (what === 'away' || what === 'back') pool.isAway = what === 'away'
    else failOnce(store, what)
  }
  store.write = write
  for (const each of all) await each.context.usage.close()
  expect(await first.counts()).toEqual([expected, expected])
}

function failOnce(store: Store, how: 'lose answer' | 'refuse'): void {
  const { write } = store
  store.write = async (work, options) => {
    store.write = write
    if (how === 'lose answer') await write.call(store, work, options)
    throw new StoreUnavailable(how)
  }
}

function countWrites(store: Store): () => number {
  const { write } = store
  let count = 0
  store.write = (work, options) => {
    count++
    return write.call(store, work, options) as ReturnType<typeof work>
  }
  return () => count
}
