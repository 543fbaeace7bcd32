import { describe, expect, it } from 'vitest'
import { usageTrial } from '../../../testing/usage/usage-trial.ts'

const HOUR_MS = 3_600_000

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
