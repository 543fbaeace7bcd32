import type { Store } from '@flagdeck/core'
import { newProjectRow, newUsageCount, seedTenant } from '@flagdeck/core/fixtures'
import type { UsageCount, UsageCountQuery, UsageDimension } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { EVER } from './full-usage.ts'
import { ODD_KEYS, SHUFFLED_KEYS, UNSTORABLE_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const usageCountRules: StoreRuleGroup = {
  title: 'usage counts',
  about:
    'The database computes sums, because a project has millions of counts. Counts are only ever added to, so several instances can write concurrently.',
  rules: [
    storeRule('STORE-400', 'additions to a count and to its errors are added up', async ({ store }) => {
      const trial = await countTrial(store)
      await trial.add({ count: 2, errors: 1 }, { count: 3 })
      await trial.add({ count: 4, errors: 2 })
      expect(await trial.sum([])).toEqual([{ count: 9, errors: 3 }])
    }),

    storeRule('STORE-401', 'counts that differ in any part of their key are separate', async ({ store }) => {
      const trial = await countTrial(store)
      const others: Partial<UsageCount>[] = [
        { flagKey: 'other' },
        { variant: 'false' },
        { measure: 'evaluations' },
        { source: 'sdk_remote' },
        { sdk: '' },
        { period: 'day' },
        { start: '2026-01-02' },
      ]
      await trial.add({ count: 1 }, ...others.map((other, n) => ({ ...other, count: 10 ** (n + 1) })))
      const by = ['start', 'flagKey', 'variant', 'source', 'sdk'] as const
      const apart = await trial.sum(by)
      expect(apart.map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 10, 100, 10_000, 100_000, 10_000_000])
      expect((await trial.sum(by, { measure: 'evaluations' })).map(({ count }) => count)).toEqual([1000])
      expect((await trial.sum(by, { period: 'day' })).map(({ count }) => count)).toEqual([1_000_000])
    }),

    storeRule(
      'STORE-402',
      'a sum includes the counts that match its query, and start at or after `from` and before `until`',
      async ({ store }) => {
        const trial = await countTrial(store)
        const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']
        const period = 'day'
        await trial.add(...days.map((start, n) => ({ period, start, count: 10 ** n }) as const))
        await trial.add({
          period,
          start: '2026-01-02',
          variant: 'false',
          source: 'sdk_remote',
          sdk: 'b',
          count: 10_000,
        })
        await trial.add({ period, start: '2026-01-02', flagKey: 'other', count: 100_000 })
        const sum = async (query: Partial<UsageCountQuery>) => (await trial.sum([], { period, ...query }))[0]?.count
        expect(await sum({})).toBe(111_111)
        expect(await sum({ from: '2026-01-02' })).toBe(111_110)
        expect(await sum({ until: '2026-01-03' })).toBe(110_011)
        expect(await sum({ from: '2026-01-02', until: '2026-01-03', flagKeys: ['flag'] })).toBe(10_010)
        expect(await sum({ flagKeys: ['other', 'none'] })).toBe(100_000)
        expect(await sum({ flagKeys: ['other', 'flag'], variants: ['false'] })).toBe(10_000)
        expect(await sum({ sources: ['sdk_local', 'embedded'] })).toBe(101_111)
        expect(await sum({ sdks: ['b', 'c'] })).toBe(10_000)
        expect(await sum({ sdks: ['posthog-node'], variants: ['true'], from: '2026-01-04' })).toBe(1000)
      },
    ),

    storeRule('STORE-403', 'sums are ordered by the bytes of their dimensions', async ({ store }) => {
      const trial = await countTrial(store)
      await trial.add(...SHUFFLED_KEYS.flatMap((key) => [{ flagKey: key }, { flagKey: key, variant: 'a' }]))
      expect((await trial.sum(['flagKey'])).map(({ flagKey }) => flagKey)).toEqual(ODD_KEYS)
      const pairs = (await trial.sum(['variant', 'flagKey'])).map(({ variant, flagKey }) => [variant, flagKey])
      expect(pairs).toEqual(['a', 'true'].flatMap((variant) => ODD_KEYS.map((key) => [variant, key])))
      expect(await trial.sum(['flagKey'], { flagKeys: ['%', 'none'] })).toEqual([{ flagKey: '%', count: 2, errors: 0 }])
    }),

    storeRule(
      'STORE-411',
      'keys and SDKs may contain characters that no database stores unchanged',
      async ({ store }) => {
        const trial = await countTrial(store)
        await trial.add(...UNSTORABLE_KEYS.map((key) => ({ flagKey: key, variant: key, sdk: key })))
        const sums = await trial.sum(['flagKey', 'variant', 'sdk'])
        expect(sums.length).toBe(UNSTORABLE_KEYS.length)
        for (const key of UNSTORABLE_KEYS) {
          expect(sums).toContainEqual({ flagKey: key, variant: key, sdk: key, count: 1, errors: 0 })
          expect(await trial.sum([], { flagKeys: [key] })).toEqual([{ count: 1, errors: 0 }])
        }
      },
    ),

    storeRule('STORE-404', 'there is no sum if there are no counts', async ({ store }) => {
      const trial = await countTrial(store)
      await trial.add()
      for (const by of [[], ['start'], ['flagKey', 'variant']] as const) {
        expect(await trial.sum(by)).toEqual([])
        expect(await trial.sum(by, { flagKeys: [] })).toEqual([])
      }
    }),

    storeRule('STORE-405', 'more counts than fit into one statement are all added', async ({ store }) => {
      const trial = await countTrial(store)
      const many = Array.from({ length: 2500 }, (_, n) => ({ flagKey: `flag ${n % 1300}`, count: n }))
      await trial.add(...many)
      const sums = await trial.sum(['flagKey'])
      expect(sums.length).toBe(1300)
      expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe((2499 * 2500) / 2)
      expect(sums.find(({ flagKey }) => flagKey === 'flag 7')?.count).toBe(7 + 1307)
    }),

    storeRule(
      'STORE-406',
      'writers that add to the same counts concurrently, in any order, lose nothing',
      async ({ store }) => {
        await expectAllAdded(
          store,
          Array.from({ length: 10 }, () => store),
        )
      },
    ),

    storeRule('STORE-407', 'writers in two stores that add to the same counts lose nothing', async (trial) => {
      const second = await trial.openSecond()
      await expectAllAdded(
        trial.store,
        Array.from({ length: 10 }, (_, n) => (n % 2 ? second : trial.store)),
      )
    }),

    storeRule('STORE-408', 'counts are unchanged after a write that is rolled back', async ({ store }) => {
      const trial = await countTrial(store)
      await trial.add({ count: 5 })
      const write = store.write(async (tx) => {
        await tx.usageCounts.add([newUsageCount({ projectId: trial.projectId, count: 3 })])
        expect(await tx.usageCounts.sum(trial.projectId, { ...EVER, by: [] })).toEqual([{ count: 8, errors: 0 }])
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      expect(await trial.sum([])).toEqual([{ count: 5, errors: 0 }])
    }),

    storeRule(
      'STORE-409',
      'counts of periods that started before a time are deleted, in all projects, up to a limit',
      async ({ store }) => {
        const [trial, other] = [await countTrial(store), await countTrial(store)]
        const starts = ['2026-01-01', '2026-01-02', '2026-01-03'].map((start) => ({ start }))
        for (const each of [trial, other]) {
          await each.add(...starts, ...starts.map((start) => ({ ...start, measure: 'evaluations' }) as const))
          await each.add(...starts.map((start) => ({ ...start, period: 'day' }) as const))
        }
        const remove = (limit: number) =>
          store.write((tx) => tx.usageCounts.deleteBefore('bucket', '2026-01-03', limit))
        expect([await remove(3), await remove(3), await remove(3), await remove(3)]).toEqual([3, 3, 2, 0])
        for (const each of [trial, other]) {
          expect(await each.sum(['start'])).toEqual([{ start: '2026-01-03', count: 1, errors: 0 }])
          expect((await each.sum(['start'], { measure: 'evaluations' })).length).toBe(1)
          expect((await each.sum(['start'], { period: 'day' })).length).toBe(3)
        }
      },
    ),

    storeRule('STORE-410', 'counts belong to one project', async ({ store }) => {
      const trial = await countTrial(store)
      const organization = (await store.read((tx) => tx.projects.find(trial.projectId)))?.organizationId ?? ''
      const sibling = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization })))
      await trial.add({ count: 1 }, { count: 10, projectId: sibling.id })
      expect(await trial.sum([])).toEqual([{ count: 1, errors: 0 }])
    }),
  ],
}

/** Operations on the counts of one project. */
async function countTrial(store: Store) {
  const { project } = await seedTenant(store)
  return {
    projectId: project.id,
    add: (...counts: readonly Partial<UsageCount>[]) =>
      store.write((tx) =>
        tx.usageCounts.add(counts.map((count) => newUsageCount({ projectId: project.id, ...count }))),
      ),
    sum: (by: readonly UsageDimension[], query: Partial<UsageCountQuery> = {}) =>
      store.read((tx) => tx.usageCounts.sum(project.id, { ...EVER, ...query, by })),
  }
}

/** Lets each writer add to the same 50 counts, every second one in the opposite order. */
async function expectAllAdded(store: Store, writers: readonly Store[]): Promise<void> {
  const trial = await countTrial(store)
  const counts = Array.from({ length: 50 }, (_, n) => newUsageCount({ projectId: trial.projectId, flagKey: `${n}` }))
  await Promise.all(
    writers.map((writer, n) =>
      writer.write(async (tx) => {
        const mine = n % 2 ? counts : [...counts].reverse()
        await tx.usageCounts.add(mine)
      }),
    ),
  )
  const sums = await trial.sum(['flagKey'])
  expect(sums.map(({ count }) => count)).toEqual(counts.map(() => writers.length))
}
