import { describe, expect, it } from 'vitest'
import type { Store, Transaction } from '../../storage/store.ts'
import { StoreUnavailable } from '../../storage/store-errors.ts'
import { moment } from '../../testing/store/moment.ts'
import { usageTrial } from '../testing/usage-trial.ts'

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
    // What is old is looked for after the first flush, and would hide what should not have been written.
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

describe('names that come from strangers', () => {
  it('USAGE-5 variants that the flag does not define are kept apart up to 50, and those it defines always', async () => {
    const trial = await usageTrial()
    const variants = [{ key: 'defined', rollout_percentage: 100 }]
    await trial.flags.create({ key: 'test', filters: { groups: [{}], multivariate: { variants } } })
    const foreign = Array.from({ length: 100 }, (_, n) => ({ flagKey: 'test', variant: `foreign ${n}` }))
    await trial.keep(...foreign.slice(0, 30))
    await trial.keep(...foreign, { flagKey: 'test', variant: 'x'.repeat(201) })
    await trial.keep(...['defined', 'true', 'false', ''].map((variant) => ({ flagKey: 'test', variant })))
    await trial.keep({ flagKey: 'flag', variant: 'foreign 99' })
    const sums = await trial.sums(['variant'], { flagKeys: ['test'] })
    expect(sums.length).toBe(50 + 1 + 4)
    expect(sums.find(({ variant }) => variant === '$other')?.count).toBe(51)
    expect(sums.find(({ variant }) => variant === 'foreign 7')?.count).toBe(2)
    expect(await trial.sums(['variant'], { flagKeys: ['flag'] })).toMatchObject([{ variant: 'foreign 99' }])
  })

  it('USAGE-5 other processes, and those after them, count among the 50 what is there already', async () => {
    const { store, project, ...trial } = await usageTrial()
    const foreign = Array.from({ length: 40 }, (_, n) => ({ variant: `foreign ${n}` }))
    await trial.keep(...foreign)
    const other = await usageTrial({ store })
    const projectId = project.id
    const more = Array.from({ length: 40 }, (_, n) => ({ projectId, variant: `other ${n}` }))
    await other.keep(...more, ...foreign.map((call) => ({ ...call, projectId })))
    const sums = await trial.sums(['variant'])
    expect(sums.length).toBe(51)
    expect(sums.find(({ variant }) => variant === '$other')?.count).toBe(30)
    expect(sums.find(({ variant }) => variant === 'foreign 39')?.count).toBe(2)
  })

  it('USAGE-5 ten thousand variants in one flush are no more than 51', async () => {
    const trial = await usageTrial()
    await trial.keep(...Array.from({ length: 10_000 }, (_, n) => ({ variant: `foreign ${n}` })))
    const sums = await trial.sums(['variant'])
    expect(sums.length).toBe(51)
    expect(await trial.counts()).toEqual([10_000, 10_000])
  })

  it('USAGE-5 SDKs are kept apart up to 50 in a process', async () => {
    const trial = await usageTrial()
    await trial.keep(
      ...Array.from({ length: 60 }, (_, n) => ({ sdk: `sdk ${n}` })),
      { sdk: '' },
      { sdk: 'x'.repeat(101) },
    )
    const sums = await trial.sums(['sdk'])
    expect(sums.length).toBe(52)
    expect(sums.find(({ sdk }) => sdk === '$other')?.count).toBe(11)
  })

  it('USAGE-6 calls of flags that do not exist are noted, and count for nothing else', async () => {
    const trial = await usageTrial()
    const now = trial.clock()
    await trial.keep(
      { flagKey: 'typo', at: now - HOUR_MS },
      { flagKey: 'typo', count: 3, sdk: 'a' },
      { flagKey: 'tpyo' },
    )
    const unknown = await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))
    expect(unknown).toMatchObject([
      { flagKey: 'typo', count: 4, firstSeen: '2026-01-01T11:00:00.000000Z', lastSdk: 'a' },
      { flagKey: 'tpyo', count: 1 },
    ])
    expect(unknown[0]?.lastSeen).toBe('2026-01-01T12:00:00.000000Z')
    expect(await trial.counts()).toEqual([0, 0])
    expect(await trial.store.read((tx) => tx.seenFlags.find(trial.project.id, 'typo'))).toBeUndefined()
  })

  it('USAGE-6 ten thousand flags that do not exist are no more than 1,000', async () => {
    const trial = await usageTrial()
    for (const part of [0, 1]) {
      await trial.keep(...Array.from({ length: 5000 }, (_, n) => ({ flagKey: `typo ${part} ${n}` })), {})
    }
    const unknown = await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10_000))
    expect(unknown.length).toBe(1000)
    expect(await trial.counts()).toEqual([2, 2])
  })

  it('USAGE-6 a call that comes before its flag counts when the flag is there by the next flush', async () => {
    const trial = await usageTrial()
    trial.context.usage.record(trial.call({ flagKey: 'new' }))
    await trial.flags.create({ key: 'new' })
    await trial.flush()
    expect(await trial.counts()).toEqual([1, 1])
    expect(await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))).toEqual([])
  })

  it('USAGE-6 calls in a project that nobody asked for yet count all the same', async () => {
    const { store, project, ...trial } = await usageTrial()
    const other = await usageTrial({ store })
    await other.keep({ projectId: project.id }, { projectId: project.id, flagKey: 'typo' })
    expect(await trial.counts()).toEqual([1, 1])
    expect(await store.read((tx) => tx.seenFlags.listUnknown(project.id, 10))).toMatchObject([{ flagKey: 'typo' }])
  })

  it('USAGE-7 calls in a project that does not exist are let go', async () => {
    const trial = await usageTrial()
    await trial.keep({ projectId: 404 }, {})
    expect(await trial.counts()).toEqual([1, 1])
  })

  it('USAGE-6 of so many that wait that there is no room, the others are settled at once', async () => {
    const trial = await usageTrial()
    for (let n = 0; n < 12_000; n++) trial.context.usage.record(trial.call({ flagKey: 'new' }))
    await trial.flags.create({ key: 'new' })
    await trial.flush()
    const [unknown] = await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))
    expect([(await trial.counts())[0], unknown?.count]).toEqual([10_000, 2000])
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

describe('a store that is away', () => {
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
    // The process still has the project's flags when the project is gone.
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
      'UsageLost: 3 calls of flags could not be kept and are not counted.',
    ])
  })
})

describe('what is old', () => {
  it('USAGE-50 is forgotten: hours, days, users, events and unknown flags each in their time', async () => {
    const trial = await usageTrial()
    const { clock, store, project } = trial
    await trial.keep({ uuid: 'a' }, { flagKey: 'typo' })
    const remains = async () => [
      ...(await trial.counts()),
      await trial.users('exposures', 'bucket'),
      await trial.users(),
      (await store.read((tx) => tx.seenFlags.listUnknown(project.id, 10))).length,
    ]
    const daysLater = async (days: number) => {
      const other = await usageTrial({ store })
      other.clock.advance(clock() - other.clock() + days * DAY_MS)
      await other.keep({})
      return remains()
    }
    expect(await daysLater(2.9)).toEqual([1, 1, 1, 1, 1])
    expect(await daysLater(3.1)).toEqual([1, 1, 0, 1, 1])
    expect(await daysLater(29)).toEqual([1, 1, 0, 1, 1])
    expect(await daysLater(31)).toEqual([1, 1, 0, 1, 0])
    expect(await daysLater(36)).toEqual([0, 1, 0, 1, 0])
    expect(await daysLater(399)).toEqual([0, 1, 0, 1, 0])
    expect(await daysLater(402)).toEqual([0, 0, 0, 0, 0])
  })

  it('USAGE-50 is kept for as long as the application says', async () => {
    const trial = await usageTrial({ usageRetention: { bucketDays: 1, dayDays: 2 } })
    await trial.keep({})
    trial.clock.advance(DAY_MS + 1)
    await trial.keep({ at: trial.clock() - DAY_MS / 2 })
    expect(await trial.counts()).toEqual([1, 2])
    trial.clock.advance(2 * DAY_MS)
    await trial.keep({ at: trial.clock() - 2 * DAY_MS - 1 })
    expect(await trial.counts()).toEqual([0, 1])
    await trial.keep({})
    expect(await trial.counts()).toEqual([1, 2])
  })

  it('USAGE-51 is looked for once an hour, and gone on with when it was much', async () => {
    const trial = await usageTrial()
    const events = Array.from({ length: 60_000 }, (_, n) => `event ${n}`)
    /** Claims events as of long ago; answers how many were free. */
    const claim = async () => {
      const claimed = (tx: Transaction) => tx.claimedEvents.claim(trial.project.id, events, moment('2020-01-01'))
      return (await trial.store.write(claimed)).length
    }
    await claim()
    await trial.keep({})
    await trial.keep({})
    expect(await claim()).toBe(60_000)
    trial.clock.advance(HOUR_MS - 1)
    await trial.keep({})
    expect(await claim()).toBe(0)
    trial.clock.advance(1)
    await trial.keep({})
    expect(await claim()).toBe(50_000)
  })
})

/** Makes a store refuse to write; answers what ends that. */
function takeAway(store: Store): () => void {
  const { write } = store
  store.write = async () => {
    throw new StoreUnavailable('the store is away')
  }
  return () => {
    store.write = write
  }
}
