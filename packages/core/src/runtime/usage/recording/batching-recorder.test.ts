import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Store } from '../../../data/store.ts'
import { StoreUnavailable } from '../../../data/store-errors.ts'
import { usageTrial } from '../../../testing/usage/usage-trial.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('calls of flags', () => {
  it('USAGE-1 count in their bucket and their day, by flag, variant, measure, source and SDK', async () => {
    const trial = await usageTrial()
    await trial.flags.create({ key: 'other' })
    await trial.keep({}, {}, { variant: 'false', errors: 1 }, { source: 'sdk_remote', sdk: '' }, { flagKey: 'other' })
    const others = { variant: 'true', source: 'sdk_local', sdk: 'posthog-node', errors: 0 }
    for (const [period, start] of [
      ['bucket', '2026-01-01T12:00:00.000000Z'],
      ['day', '2026-01-01'],
    ] as const) {
      expect(await trial.sums(['start', 'flagKey', 'variant', 'source', 'sdk'], { period })).toEqual([
        { start, ...others, flagKey: 'flag', variant: 'false', count: 1, errors: 1 },
        { start, ...others, flagKey: 'flag', count: 2 },
        { start, ...others, flagKey: 'flag', source: 'sdk_remote', sdk: '', count: 1 },
        { start, ...others, flagKey: 'other', count: 1 },
      ])
    }
  })

  it('USAGE-1 add up over many flushes', async () => {
    const trial = await usageTrial()
    for (let n = 1; n <= 5; n++) await trial.keep({ distinctId: `user ${n}` }, { count: n, distinctId: 'ada' })
    expect(await trial.counts()).toEqual([20, 20])
    expect(await trial.users()).toBe(6)
  })

  it('USAGE-2 are in buckets of an hour, and of a quarter where clocks are not whole hours from UTC', async () => {
    const at = [0, 14, 16, 59, 60].map((minutes) => Date.UTC(2025, 11, 31, 18, minutes))
    const startsIn = async (timezone: string) => {
      const trial = await usageTrial({ project: { timezone } })
      await trial.keep(...at.map((moment) => ({ at: moment })))
      const buckets = await trial.sums(['start'])
      const days = await trial.sums(['start'], { period: 'day' })
      return [buckets.map(({ start }) => start?.slice(11, 16)), days.map(({ start, count }) => [start, count])]
    }
    expect(await startsIn('Europe/Berlin')).toEqual([['18:00', '19:00'], [['2025-12-31', 5]]])
    expect(await startsIn('Asia/Tokyo')).toEqual([['18:00', '19:00'], [['2026-01-01', 5]]])
    // 18:30 in UTC is midnight in India.
    expect(await startsIn('Asia/Kolkata')).toEqual([
      ['18:00', '18:15', '18:45', '19:00'],
      [
        ['2025-12-31', 3],
        ['2026-01-01', 2],
      ],
    ])
  })

  it('USAGE-2 of ten past midnight belong to the new day, half-hour zones included', async () => {
    const trial = await usageTrial({ project: { timezone: 'Asia/Kolkata' } })
    await trial.keep({ at: Date.parse('2025-12-31T00:10:00+05:30') })
    expect(await trial.sums(['start'], { period: 'day' })).toMatchObject([{ start: '2025-12-31' }])
    expect(await trial.sums(['start'])).toMatchObject([{ start: '2025-12-30T18:30:00.000000Z' }])
  })

  it('USAGE-3 from the future count now, and those that are older than days are kept do not count', async () => {
    const trial = await usageTrial()
    const now = trial.clock()
    await trial.keep({ at: now + DAY_MS }, { at: Number.NaN }, { at: now - 400 * DAY_MS - 1 })
    expect(await trial.sums(['start'], { period: 'day' })).toEqual([{ start: '2026-01-01', count: 2, errors: 0 }])
  })

  it('USAGE-3 that are older than buckets are kept count in their day alone', async () => {
    const trial = await usageTrial()
    const now = trial.clock()
    // The first flush deletes old rows, which would hide rows that should not have been written.
    await trial.keep({ flagKey: 'unknown' })
    await trial.keep({ at: now - 34 * DAY_MS }, { at: now - 36 * DAY_MS }, { at: now - 400 * DAY_MS })
    expect(await trial.counts()).toEqual([1, 3])
    await trial.keep({ at: now - 71 * HOUR_MS, distinctId: 'bob' }, { at: now - 73 * HOUR_MS, distinctId: 'eve' })
    expect([await trial.users('exposures', 'bucket'), await trial.users()]).toEqual([1, 3])
  })

  it('USAGE-4 of one measure are never among those of the other, and neither are their users', async () => {
    const trial = await usageTrial()
    await trial.keep({ distinctId: 'ada' }, { measure: 'evaluations', count: 5, distinctId: 'bob' })
    expect([await trial.counts(), await trial.counts('evaluations')]).toEqual([
      [1, 1],
      [5, 5],
    ])
    await trial.keep({ measure: 'evaluations', distinctId: 'eve' }, { measure: 'evaluations', distinctId: null })
    expect([await trial.users(), await trial.users('evaluations')]).toEqual([1, 2])
  })

  it('USAGE-8 count within bounds, and those of nothing do not count', async () => {
    const trial = await usageTrial()
    await trial.keep({ count: 0 }, { count: -1 }, { count: Number.NaN }, { flagKey: '' }, { flagKey: 'x'.repeat(401) })
    expect(await trial.counts()).toEqual([0, 0])
    await trial.keep({ count: 1.5, errors: 7 }, { count: 3, errors: -1 }, { count: 2, errors: Number.NaN })
    expect(await trial.sums([])).toEqual([{ count: 7, errors: 2 }])
    await trial.keep({ count: Number.MAX_VALUE }, { count: Number.POSITIVE_INFINITY, errors: 1e300 })
    expect(await trial.sums([])).toEqual([{ count: 2_000_000_007, errors: 1_000_000_002 }])
    expect(await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))).toEqual([])
  })

  it('USAGE-9 move when the flag was seen, and when it was last called', async () => {
    const trial = await usageTrial()
    const now = trial.clock()
    await trial.keep(
      { at: now - HOUR_MS, variant: 'a', sdk: 'b' },
      { at: now, variant: 'c', sdk: 'd' },
      { at: now - 1 },
    )
    expect(await trial.store.read((tx) => tx.seenFlags.find(trial.project.id, 'flag'))).toMatchObject({
      firstSeen: '2026-01-01T11:00:00.000000Z',
      lastSeen: '2026-01-01T12:00:00.000000Z',
      lastVariant: 'c',
      lastSdk: 'd',
    })
    const flag = await trial.flags.find('flag')
    expect(flag).toMatchObject({ lastCalledAt: '2026-01-01T12:00:00.000000Z', version: 1 })
  })

  it('USAGE-37 are pending until they are written, those of flags that are not there yet too', async () => {
    const trial = await usageTrial()
    const { usage } = trial.context
    usage.record(trial.call({ count: 3 }))
    usage.record(trial.call({ flagKey: 'typo' }))
    expect(usage.status()).toEqual({ pending: 4, written: 0, lost: 0 })
    await trial.flush()
    expect(usage.status()).toEqual({ pending: 0, written: 4, lost: 0 })
  })

  it('USAGE-36 are not counted when they come after the end', async () => {
    const trial = await usageTrial()
    const { usage } = trial.context
    usage.record(trial.call())
    await usage.close()
    usage.record(trial.call())
    await usage.flush()
    await usage.close()
    expect(await trial.counts()).toEqual([1, 1])
    expect(usage.evaluations(trial.project.id, 'embedded')).toBeNull()
  })
})

describe('events', () => {
  const uuid = '01890A5D-AC96-774B-BCCE-B302099A8057'

  it('USAGE-10 count once, however often they come', async () => {
    const trial = await usageTrial()
    await trial.keep({ uuid }, { uuid, distinctId: 'bob' }, { uuid: uuid.toLowerCase() })
    await trial.keep({ uuid: uuid.replaceAll('-', '') }, { uuid, flagKey: 'typo' }, { uuid: 'not a UUID' })
    await trial.keep({ uuid: 'not a UUID' })
    expect(await trial.counts()).toEqual([2, 2])
    expect(await trial.users()).toBe(1)
    expect(await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))).toEqual([])
  })

  it('USAGE-10 count once among several processes, also when they are flushed at once', async () => {
    const { store, project, ...trial } = await usageTrial()
    const other = await usageTrial({ store })
    const projectId = project.id
    const events = Array.from({ length: 200 }, (_, n) => ({
      projectId,
      uuid: `event ${n}`,
      count: 1 + (n % 3),
      errors: n % 2,
    }))
    for (const event of events) trial.context.usage.record(trial.call(event))
    for (const event of events.toReversed()) other.context.usage.record(other.call(event))
    other.context.usage.record(other.call({ projectId, count: 7 }))
    await Promise.all([trial.flush(), other.flush()])
    const count = events.reduce((sum, event) => sum + event.count, 7)
    for (const period of ['bucket', 'day'] as const) {
      expect(await trial.sums([], { period })).toEqual([{ count, errors: 100 }])
    }
  })

  it('USAGE-10 that an earlier process counted count no more, as long as 24 hours', async () => {
    const { store, project, ...trial } = await usageTrial()
    const event = { projectId: project.id, uuid, at: trial.clock() }
    await trial.keep(event)
    const later = await usageTrial({ store })
    later.clock.advance(23 * HOUR_MS)
    await later.keep(event, { projectId: project.id })
    expect((await trial.counts())[1]).toBe(2)
    later.clock.advance(2 * HOUR_MS)
    await later.keep({ projectId: project.id })
    const muchLater = await usageTrial({ store })
    muchLater.clock.advance(26 * HOUR_MS)
    await muchLater.keep(event)
    expect((await trial.counts())[1]).toBe(4)
  })

  it('USAGE-11 of one project are others than those of another', async () => {
    const { store, ...trial } = await usageTrial()
    const other = await usageTrial({ store })
    await trial.keep({ uuid })
    await trial.keep({ uuid, projectId: other.project.id })
    expect([await trial.counts(), await other.counts()]).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('USAGE-10 leave no count where all that they said was counted before', async () => {
    const { store, project, ...trial } = await usageTrial()
    await trial.keep({ uuid })
    const other = await usageTrial({ store })
    await other.keep({ projectId: project.id, uuid, variant: 'false' })
    expect(await trial.sums(['variant'])).toEqual([{ variant: 'true', count: 1, errors: 0 }])
  })
})

describe('the end', () => {
  it('USAGE-36 does not count twice what is being flushed meanwhile', async () => {
    const trial = await usageTrial()
    const { usage } = trial.context
    usage.record(trial.call({ flagKey: 'typo' }))
    usage.record(trial.call())
    const closing = usage.close()
    await Promise.all([usage.flush(), closing])
    expect(await trial.counts()).toEqual([1, 1])
    expect(await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))).toMatchObject([{ count: 1 }])
  })

  it('USAGE-36 asks nothing of the store after it, also when a flush was due meanwhile', async () => {
    const errors: unknown[] = []
    const trial = await usageTrial({ onError: (error) => errors.push(error) })
    const { usage } = trial.context
    usage.record(trial.call())
    const closing = usage.close()
    const flushing = usage.flush()
    await closing
    await trial.store.close()
    await flushing
    expect(errors).toEqual([])
  })

  it('USAGE-35 says how much is lost when the store is away', async () => {
    const errors: unknown[] = []
    const trial = await usageTrial({ onError: (error) => errors.push(error) })
    const { usage } = trial.context
    trial.store.read = trial.store.write = async () => {
      throw new StoreUnavailable('the store is away')
    }
    for (const special of [{ count: 3 }, { flagKey: 'typo', count: 2 }]) usage.record(trial.call(special))
    await usage.close()
    expect(usage.status()).toEqual({ pending: 0, written: 0, lost: 5 })
    expect(String(errors.at(-1))).toBe('UsageLost: 5 flag calls could not be stored and are not counted.')
  })
})

describe('a store that is away', () => {
  it('USAGE-31 is tried again also when it went away while what is old was removed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const trial = await usageTrial({ onError: () => undefined })
    const { write } = trial.store
    trial.store.write = (work, options) =>
      write.call(
        trial.store,
        (tx) => {
          const away = () => Promise.reject(new StoreUnavailable('the store is away'))
          return work({ ...tx, usageCounts: { ...tx.usageCounts, deleteBefore: away } })
        },
        options,
      ) as ReturnType<typeof work>
    trial.flags.isEnabled('flag', { distinctId: 'ada' })
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await trial.flush()
    expect(vi.getTimerCount()).toBe(1)
  })

  it('USAGE-31 loses nothing of what was recorded before and meanwhile', async () => {
    const errors: unknown[] = []
    const trial = await usageTrial({ onError: (error) => errors.push(error) })
    const restore = takeAway(trial.store)
    await trial.keep({ uuid: 'a' }, {})
    await trial.keep({ uuid: 'b', distinctId: 'bob' })
    restore()
    expect(await trial.counts()).toEqual([0, 0])
    await trial.keep({ uuid: 'a' }, { distinctId: 'eve' })
    expect(await trial.counts()).toEqual([4, 4])
    expect(await trial.users()).toBe(3)
    expect(errors.map((error) => error instanceof StoreUnavailable)).toEqual([true, true])
  })

  it('USAGE-13 does not count twice what it committed without anybody hearing of it', async () => {
    const trial = await usageTrial({ onError: () => undefined })
    const { write } = trial.store
    trial.store.write = async (work, options) => {
      trial.store.write = write
      await write.call(trial.store, work, options)
      throw new StoreUnavailable('the answer was lost')
    }
    await trial.keep({}, { count: 4 }, { uuid: 'a' }, { flagKey: 'typo' })
    await trial.keep({})
    expect(await trial.counts()).toEqual([7, 7])
    expect(await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))).toMatchObject([{ count: 1 }])
  })

  it('USAGE-33 a project whose calls cannot be written holds up no other', async () => {
    const errors: unknown[] = []
    const { store, ...trial } = await usageTrial({ onError: (error) => errors.push(error) })
    const gone = await usageTrial({ store })
    const { read, write } = store
    await trial.keep({ projectId: gone.project.id })
    // The process still has the project's flags after the project is deleted.
    store.write = (work, options) =>
      write.call(
        store,
        (tx) => {
          const add: typeof tx.usageCounts.add = async (counts) => {
            if (counts.some(({ projectId }) => projectId === gone.project.id)) throw new Error('foreign key')
            await tx.usageCounts.add(counts)
          }
          return work({ ...tx, usageCounts: { ...tx.usageCounts, add } })
        },
        options,
      ) as ReturnType<typeof work>
    await trial.keep({}, { projectId: gone.project.id, count: 3 })
    store.read = read
    store.write = write
    expect(await trial.counts()).toEqual([1, 1])
    expect(errors.map(String)).toEqual([
      'Error: foreign key',
      'Error: foreign key',
      'UsageLost: 3 flag calls could not be stored and are not counted.',
    ])
  })
})

/** Makes a store refuse to write; returns a function that ends that. */
function takeAway(store: Store): () => void {
  const { write } = store
  store.write = async () => {
    throw new StoreUnavailable('the store is away')
  }
  return () => {
    store.write = write
  }
}
