import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../data/store-errors.ts'
import { countingIds } from '../../../testing/counting-ids.ts'
import { UserSet } from '../user-set.ts'
import { BatchQueue, UsageLost } from './batch-queue.ts'
import type { UsageBatch } from './usage-batch.ts'

/** Returns a queue in front of a store that may be unavailable, and what it wrote and reported. */
function queueTrial() {
  const written: UsageBatch[] = []
  const errors: unknown[] = []
  let isAway = false
  let added = 0
  const queue = new BatchQueue({
    newId: countingIds(),
    onError: (error) => errors.push(error),
    async write(batch) {
      if (isAway) throw new StoreUnavailable('the store is away')
      written.push(batch)
      return { written: batch.calls, lost: 0 }
    },
  })
  return {
    queue,
    written,
    errors,
    setAway: (away: boolean) => {
      isAway = away
    },
    /** Adds calls that each take a separate place, and seals batches that become full. */
    add(calls: number) {
      for (let n = 0; n < calls; n++) {
        const at = { atMs: 0, bucketMs: 0, eventId: `event ${added++}` }
        queue.open.add({ projectId: 1, zone: 'UTC', flagKey: 'flag', ...CELL, count: 1, errors: 0, ...at })
        queue.sealWhenFull()
      }
    },
    callsWritten: () => written.reduce((sum, { calls }) => sum + calls, 0),
    lost: () => errors.filter((error) => error instanceof UsageLost).map(({ message }) => Number.parseInt(message, 10)),
  }
}

const CELL = { variant: 'true', measure: 'exposures', source: 'sdk_local', sdk: '' } as const

/** The number of calls of one kind, each with an event, that fill a batch. */
const FULL = 19_998

describe('calls on their way to the store', () => {
  it('USAGE-30 go in batches of up to 20,000 events', async () => {
    const { queue, add, written } = queueTrial()
    add(FULL + FULL + 5000)
    await queue.drain()
    expect(written.map(({ calls }) => calls)).toEqual([FULL, FULL, 5000])
    expect(queue.isEmpty).toBe(true)
    await queue.drain()
    expect(written).toHaveLength(3)
  })

  it('USAGE-31 wait for a store that is away, and come in the order in which they were recorded', async () => {
    const { queue, add, written, setAway, errors } = queueTrial()
    setAway(true)
    for (const calls of [10, 2 * FULL + 2, 5]) {
      add(calls)
      await queue.drain()
    }
    expect(written).toEqual([])
    expect(queue.isEmpty).toBe(false)
    expect(errors).toHaveLength(3)
    setAway(false)
    await queue.drain()
    expect(written.map(({ calls }) => calls)).toEqual([10, FULL, FULL, 7])
  })

  it('USAGE-32 that have waited for too long are let go, the oldest first, which is reported', async () => {
    const { queue, add, setAway, lost, callsWritten, written } = queueTrial()
    setAway(true)
    add(3)
    await queue.drain()
    add(10 * FULL)
    expect(lost()).toEqual([3])
    await queue.drain()
    add(2 * FULL)
    expect(lost()).toEqual([3, FULL, FULL])
    await queue.drain()
    setAway(false)
    await queue.drain()
    expect(callsWritten()).toBe(10 * FULL)
    expect(written).toHaveLength(10)
  })

  it('USAGE-32 that were tried when others made them the oldest are let go too', async () => {
    const { queue, add, setAway, lost } = queueTrial()
    setAway(true)
    add(10 * FULL)
    const draining = queue.drain()
    add(2 * FULL)
    await draining
    expect(lost()).toEqual([FULL, FULL])
  })

  it('USAGE-32 take 64 MiB at most while they wait, and the oldest are let go, and counted', async () => {
    const { queue, setAway, lost } = queueTrial()
    setAway(true)
    const users = UserSet.empty()
    for (let n = 1; n <= 1536; n++) users.add(n, n)
    for (let flag = 0; flag < 3000; flag++) {
      const calls = { projectId: 1, zone: 'UTC', flagKey: `flag ${flag}`, ...CELL, count: 1, errors: 0 }
      queue.open.addUsers(queue.open.add({ ...calls, atMs: 0, bucketMs: 0, eventId: null }), users)
      queue.sealWhenFull()
    }
    // Each takes 48 KiB with its users, although by number it is one of 20,000.
    const kept = queue.status().pending
    expect(kept * 48).toBeLessThan((64 + 8) * 1024)
    expect(lost().reduce((sum, calls) => sum + calls, 0)).toBe(3000 - kept)
  })

  it('USAGE-32 hold users that are kept together once, and begin a batch for those that do not fit', () => {
    const { queue } = queueTrial()
    const keptIn = { bytes: 5 * 1024 * 1024 }
    const users = { keptIn, addTo: () => false }
    const add = (flagKey: string) => {
      const calls = { projectId: 1, zone: 'UTC', flagKey, ...CELL, count: 1, errors: 0 }
      queue.open.addUsers(queue.open.add({ ...calls, atMs: 0, bucketMs: 0, eventId: null }), users)
    }
    add('one')
    const { open: first } = queue
    expect(queue.sealWhenFull(users.keptIn)).toBe(false)
    add('other')
    expect(first.bytes).toBeLessThan(keptIn.bytes + 10_000)
    expect(queue.sealWhenFull({ ...keptIn })).toBe(true)
    expect(queue.open).not.toBe(first)
  })
})
