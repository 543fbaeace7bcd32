import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UsageMeasure } from '../../data/records/usage.ts'
import { flagUsage } from '../../features/usage/flag-usage.ts'
import { listFlagsWithUsage } from '../../features/usage/list-flags-with-usage.ts'
import { isUnsupported } from '../../features/usage/query/query-part.ts'
import { runInsightQuery } from '../../features/usage/query/run-insight-query.ts'
import type { TrendsItem } from '../../features/usage/query/trends-item.ts'
import { newFlagIndex } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { type UsageTrial, usageTrial } from '../../testing/usage/usage-trial.ts'

const EVERYBODY = { filters: { groups: [{}] } }

/** Returns how often a flag was called, and by how many users, from the report on its usage. */
async function used({ context }: Pick<UsageTrial, 'context'>, flagId: number, measure: UsageMeasure = 'exposures') {
  const { totals, lastSeen } = await flagUsage(context, flagId, { measure })
  return { calls: totals[measure], users: totals.users, wasSeen: lastSeen !== null }
}

/** Returns the rows of an insight with a breakdown by flag. */
async function byFlag({ store, project, clock }: UsageTrial, keys?: readonly string[], math = 'total') {
  const query = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: '$feature_flag_called', math }],
    breakdownFilter: { breakdown: '$feature_flag', breakdown_type: 'event' },
    trendsFilter: { display: 'ActionsTable' },
    ...(keys && { properties: [{ key: '$feature_flag', value: [...keys], operator: 'exact', type: 'event' }] }),
  }
  const answer = await store.read((tx) => runInsightQuery(tx, project, query, { now: clock() }))
  if (isUnsupported(answer)) throw new Error(answer.error.message)
  const items = answer.result as readonly TrendsItem[]
  return Object.fromEntries(items.map((item) => [item.breakdownValue, item.aggregatedValue]))
}

async function renamedTrial() {
  const trial = await usageTrial()
  const { id } = (await trial.flags.find('flag')) ?? { id: 0 }
  return { ...trial, id }
}

const NOT_USED = { calls: 0, users: 0, wasSeen: false }

describe('USAGE-70 the numbers of a flag', () => {
  it('stay its own when its key changes, and go on', async () => {
    const trial = await renamedTrial()
    await trial.keep({}, { distinctId: 'bob' })
    await trial.flags.update(trial.id, { key: 'other' })
    expect(await used(trial, trial.id)).toEqual({ calls: 2, users: 2, wasSeen: true })
    await trial.keep({ flagKey: 'other' }, { flagKey: 'other', distinctId: 'eve' })
    expect(await used(trial, trial.id)).toEqual({ calls: 4, users: 3, wasSeen: true })
    await trial.flags.update(trial.id, { key: 'flag' })
    await trial.keep({ distinctId: 'joe' })
    expect(await used(trial, trial.id)).toEqual({ calls: 5, users: 4, wasSeen: true })
  })

  it('are shown under the key that it has', async () => {
    const trial = await renamedTrial()
    await trial.keep({}, { distinctId: 'bob' })
    await trial.flags.update(trial.id, { key: 'other' })
    expect(await byFlag(trial)).toEqual({ other: 2 })
    expect(await byFlag(trial, undefined, 'dau')).toEqual({ other: 2 })
    expect(await byFlag(trial, ['other'])).toEqual({ other: 2 })
    expect(await byFlag(trial, ['flag'])).toEqual({})
    expect(await byFlag(trial, ['flag'], 'dau')).toEqual({})
    expect(await byFlag(trial, ['flag', 'other'], 'dau')).toEqual({ other: 2 })
  })

  it('are its own in lists, and when it was last called', async () => {
    const trial = await renamedTrial()
    await trial.flags.update(trial.id, { key: 'other' })
    const { id } = await trial.flags.create({ key: 'flag' })
    await trial.keep({ flagKey: 'other' })
    const page = { limit: 10, offset: 0 }
    const order = { field: 'id', descending: false } as const
    const { items } = await listFlagsWithUsage(trial.context, { order }, page)
    expect(items.map(({ key, usage7d, lastCalledAt }) => [key, usage7d.exposures, lastCalledAt !== null])).toEqual([
      ['other', 1, true],
      ['flag', 0, false],
    ])
    await trial.keep({ flagKey: 'flag' })
    expect((await trial.flags.get(id)).lastCalledAt).not.toBeNull()
  })

  it('keep what was counted and not written yet when the key changed', async () => {
    const trial = await renamedTrial()
    await trial.flags.update(trial.id, EVERYBODY)
    const { usage } = trial.context
    usage.record(trial.call())
    trial.flags.isEnabled('flag', { distinctId: 'ada' })
    await trial.flags.update(trial.id, { key: 'other' })
    const { id } = await trial.flags.create({ key: 'flag', ...EVERYBODY })
    trial.flags.isEnabled('flag', { distinctId: 'ada' })
    trial.flags.isEnabled('other', { distinctId: 'ada' })
    await trial.flush()
    // Ada was exposed to the flag once by the SDK and once in this process, whatever the key was.
    expect(await used(trial, trial.id)).toEqual({ calls: 2, users: 1, wasSeen: true })
    expect(await used(trial, trial.id, 'evaluations')).toEqual({ calls: 2, users: 1, wasSeen: true })
    expect(await used(trial, id)).toEqual({ calls: 1, users: 1, wasSeen: true })
    expect(await used(trial, id, 'evaluations')).toEqual({ calls: 1, users: 1, wasSeen: true })
  })

  it('keep calls that wait for a look into the store', async () => {
    const trial = await renamedTrial()
    trial.context.usage.record(trial.call({ variant: 'unheard-of' }))
    await trial.flags.update(trial.id, { key: 'other' })
    const { id } = await trial.flags.create({ key: 'flag' })
    await trial.flush()
    expect([(await used(trial, trial.id)).calls, (await used(trial, id)).calls]).toEqual([1, 0])
  })

  it('have each variant that the flag does not define once, whatever its key', async () => {
    const trial = await renamedTrial()
    const variants = Array.from({ length: 50 }, (_, index) => ({ variant: `v${index}` }))
    await trial.keep(...variants)
    await trial.flags.update(trial.id, { key: 'other' })
    await trial.keep({ flagKey: 'other', variant: 'v7' }, { flagKey: 'other', variant: 'more' })
    const { byVariant } = await flagUsage(trial.context, trial.id)
    expect(byVariant).toHaveLength(51)
    expect(byVariant.find(({ variant }) => variant === 'v7')?.exposures).toBe(2)
    expect(byVariant.find(({ variant }) => variant === '$other')?.exposures).toBe(1)
  })

  it('are counted by every instance, those that hear of the key late included', async () => {
    const trial = await renamedTrial()
    const other = await testDeck({ store: trial.store })
    const there = await other.deck.project(trial.project.id)
    const event = (flagKey: string) => trial.call({ flagKey })
    await other.deck.context.snapshots.get(trial.project.id)
    await trial.flags.update(trial.id, { key: 'other' })
    const { id } = await trial.flags.create({ key: 'flag' })
    // This instance does not know yet that the key belongs to another flag now.
    there.context.usage.record(event('flag'))
    await other.deck.context.snapshots.check()
    there.context.usage.record(event('flag'))
    there.context.usage.record(event('other'))
    await there.context.usage.flush()
    expect((await used(trial, trial.id)).calls).toBe(2)
    expect((await used(trial, id)).calls).toBe(1)
  })
})

describe('USAGE-71 a flag with a key that another one had', () => {
  it('begins at zero', async () => {
    const trial = await renamedTrial()
    await trial.keep({})
    await trial.flags.update(trial.id, { key: 'other' })
    const { id } = await trial.flags.create({ key: 'flag' })
    expect(await used(trial, id)).toEqual(NOT_USED)
    await trial.keep({}, { distinctId: 'bob' }, { flagKey: 'other' })
    expect(await used(trial, id)).toEqual({ calls: 2, users: 2, wasSeen: true })
    expect(await used(trial, trial.id)).toEqual({ calls: 2, users: 1, wasSeen: true })
    expect(await byFlag(trial)).toEqual({ flag: 2, other: 2 })
    expect(await byFlag(trial, ['flag'])).toEqual({ flag: 2 })
  })

  it('begins at zero when that one was deleted, and leaves it what it had', async () => {
    const trial = await renamedTrial()
    await trial.keep({})
    await trial.flags.delete(trial.id)
    expect(await byFlag(trial, ['flag'])).toEqual({ flag: 1 })
    const { id } = await trial.flags.create({ key: 'flag' })
    await trial.keep({}, {})
    expect((await used(trial, id)).calls).toBe(2)
    expect((await used(trial, trial.id)).calls).toBe(1)
    const { key } = await trial.flags.restore(trial.id)
    await trial.keep({ flagKey: key })
    expect((await used(trial, trial.id)).calls).toBe(2)
    expect(await byFlag(trial)).toEqual({ flag: 2, 'flag-2': 2 })
  })

  it('shares its numbers with no deleted flag that was given the key', async () => {
    const trial = await renamedTrial()
    await trial.keep({}, {})
    for (const nth of [1, 2]) {
      const made = await trial.flags.create({ key: `bait-${nth}`, ...EVERYBODY })
      await trial.keep({ flagKey: made.key })
      await trial.flags.delete(made.id)
      await trial.flags.update(made.id, { key: 'flag', deleted: true })
      expect((await used(trial, trial.id)).calls).toBe(2)
      expect((await used(trial, made.id)).calls).toBe(1)
      expect(await byFlag(trial, ['flag'])).toEqual({ flag: 2 })
      expect(await byFlag(trial)).toMatchObject({ flag: 2, [made.key]: 1 })
    }
  })

  it('begins at zero when a flag was renamed before names were kept', async () => {
    const trial = await renamedTrial()
    await trial.keep({})
    // As an older release renamed flags.
    await trial.store.write(async (tx) => {
      const flag = await tx.flags.find(trial.project.id, trial.id)
      if (flag)
        await tx.flags.update(
          { ...flag, key: 'gone', version: 9 },
          newFlagIndex({ key: 'gone', name: '' }),
          flag.version,
        )
    })
    const { id } = await trial.flags.create({ key: 'flag' })
    expect(await used(trial, id)).toEqual(NOT_USED)
  })

  it('takes calls that came before it was there', async () => {
    const trial = await renamedTrial()
    trial.context.usage.record(trial.call({ flagKey: 'new' }))
    const { id } = await trial.flags.create({ key: 'new' })
    await trial.flush()
    expect((await used(trial, id)).calls).toBe(1)
  })
})

const KEYS = ['a', 'b', 'c'] as const
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('event' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('evaluate' as const), key: fc.constantFrom(...KEYS) }) },
  fc.record({ kind: fc.constant('rename' as const), from: fc.constantFrom(...KEYS), key: fc.constantFrom(...KEYS) }),
  fc.record({ kind: fc.constant('create' as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ kind: fc.constant('delete' as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ kind: fc.constant('restore' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('flush' as const) }),
)

describe('whatever becomes of keys', () => {
  it('USAGE-70 and USAGE-71 each flag has the calls that came while it had the key', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const trial = await usageTrial()
        const expected = new Map<number, Record<UsageMeasure, number>>()
        const seen = new Set<number>()
        const deleted: number[] = []
        const count = (id: number, measure: UsageMeasure) => {
          const counted = expected.get(id) ?? { exposures: 0, evaluations: 0 }
          expected.set(id, { ...counted, [measure]: counted[measure] + 1 })
        }
        for (const each of steps) {
          const holder = 'key' in each ? await trial.flags.find(each.key) : undefined
          switch (each.kind) {
            case 'event':
              // Calls of flags that do not exist yet wait for the next flush.
              if (holder) count(holder.id, 'exposures')
              if (holder) trial.context.usage.record(trial.call({ flagKey: each.key }))
              break
            case 'evaluate':
              if (!holder) break
              trial.flags.isEnabled(each.key, { distinctId: 'ada' })
              count(holder.id, 'evaluations')
              if (!seen.has(holder.id)) count(holder.id, 'exposures')
              seen.add(holder.id)
              break
            case 'rename': {
              const flag = await trial.flags.find(each.from)
              if (flag && !holder) await trial.flags.update(flag.id, { key: each.key })
              break
            }
            case 'create':
              if (!holder) await trial.flags.create({ key: each.key, ...EVERYBODY })
              break
            case 'delete':
              if (!holder) break
              await trial.flags.delete(holder.id)
              deleted.push(holder.id)
              break
            case 'restore': {
              const [id] = deleted.splice(each.nth % Math.max(1, deleted.length), 1)
              if (id !== undefined) await trial.flags.restore(id)
              break
            }
            case 'flush':
              await trial.flush()
          }
        }
        await trial.flush()
        for (const [id, counted] of expected) {
          const { totals } = await flagUsage(trial.context, id)
          expect({ exposures: totals.exposures, evaluations: totals.evaluations }).toEqual(counted)
        }
        const shown = await byFlag(trial)
        for (const [id, { exposures }] of expected) {
          const { key } = await trial.flags.get(id)
          expect(shown[key] ?? 0).toBe(exposures)
        }
        await trial.deck.close()
      }),
      { numRuns: 60 },
    )
  })
})

describe('USAGE-72 resetting the usage of a flag', () => {
  it('counts its calls and users from now on, in reports and lists', async () => {
    const trial = await renamedTrial()
    await trial.keep({}, { distinctId: 'bob' })
    const { usageResetAt } = await trial.flags.resetUsage(trial.id)
    expect(await used(trial, trial.id)).toEqual(NOT_USED)
    expect((await flagUsage(trial.context, trial.id)).resetAt).toBe(usageResetAt)
    await trial.keep({ distinctId: 'bob' })
    expect(await used(trial, trial.id)).toEqual({ calls: 1, users: 1, wasSeen: true })
    const order = { field: 'id', descending: false } as const
    const { items } = await listFlagsWithUsage(trial.context, { order }, { limit: 10, offset: 0 })
    expect(items.map(({ usage7d }) => usage7d.exposures)).toEqual([1])
  })

  it('USAGE-73 leaves what was counted before to insights, and unites the users of both', async () => {
    const trial = await renamedTrial()
    await trial.keep({}, { distinctId: 'bob' })
    await trial.flags.resetUsage(trial.id)
    await trial.keep({ distinctId: 'bob' }, { distinctId: 'eve' })
    await trial.flags.resetUsage(trial.id)
    await trial.keep({ distinctId: 'joe' })
    expect(await byFlag(trial)).toEqual({ flag: 5 })
    expect(await byFlag(trial, ['flag'])).toEqual({ flag: 5 })
    expect(await byFlag(trial, ['flag'], 'dau')).toEqual({ flag: 4 })
    expect(await used(trial, trial.id)).toEqual({ calls: 1, users: 1, wasSeen: true })
  })

  it("USAGE-73 stays the flag's own when its key changes, and another flag gets the key", async () => {
    const trial = await renamedTrial()
    await trial.keep({})
    await trial.flags.resetUsage(trial.id)
    await trial.keep({})
    await trial.flags.update(trial.id, { key: 'other' })
    const { id } = await trial.flags.create({ key: 'flag' })
    await trial.keep({ flagKey: 'other' }, { distinctId: 'bob' })
    expect(await byFlag(trial)).toEqual({ other: 3, flag: 1 })
    expect(await byFlag(trial, ['other'], 'dau')).toEqual({ other: 1 })
    expect(await byFlag(trial, ['flag'])).toEqual({ flag: 1 })
    expect(await used(trial, trial.id)).toMatchObject({ calls: 2 })
    expect(await used(trial, id)).toMatchObject({ calls: 1 })
  })

  it('counts what was counted and not written yet before the reset, whoever counts it', async () => {
    const trial = await renamedTrial()
    await trial.flags.update(trial.id, EVERYBODY)
    trial.context.usage.record(trial.call())
    trial.flags.isEnabled('flag', { distinctId: 'ada' })
    await trial.flags.resetUsage(trial.id)
    await trial.keep()
    expect(await used(trial, trial.id)).toMatchObject({ calls: 0 })
    expect(await used(trial, trial.id, 'evaluations')).toMatchObject({ calls: 0 })
    trial.flags.isEnabled('flag', { distinctId: 'ada' })
    await trial.keep()
    expect(await used(trial, trial.id, 'evaluations')).toMatchObject({ calls: 1, users: 1 })
  })
})
