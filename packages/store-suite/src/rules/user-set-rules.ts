import type { Store } from '@flagdeck/core'
import { newUserSet, seedTenant } from '@flagdeck/core/fixtures'
import type { StoredUserSet, UserSetQuery } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { eventLoopTurn } from './event-loop-turn.ts'
import { EVER } from './full-usage.ts'
import { ODD_KEYS, SHUFFLED_KEYS, UNSTORABLE_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

/** Every value of a byte. */
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, n) => n)
/** The maximum size of a set, with different bytes. */
const LARGEST = Uint8Array.from({ length: 12_289 }, (_, n) => n % 251)

export const userSetRules: StoreRuleGroup = {
  title: 'sets of users',
  about: 'A transaction reads a set, merges users into it and writes it back. It locks the set until it ends.',
  rules: [
    storeRule(
      'STORE-420',
      'a set is stored byte for byte, and the last save replaces earlier ones',
      async ({ store }) => {
        const trial = await setTrial(store)
        for (const users of [ALL_BYTES, LARGEST, new Uint8Array(), LARGEST.slice(0, 1)]) {
          await trial.save({ users })
          expect(await trial.list()).toEqual([newUserSet({ projectId: trial.projectId, users })])
        }
      },
    ),

    storeRule('STORE-421', 'sets that differ in any part of their key are separate', async ({ store }) => {
      const trial = await setTrial(store)
      const others: Partial<StoredUserSet>[] = [
        {},
        { flagKey: 'other' },
        { variant: 'false' },
        { start: '2026-01-02' },
        { measure: 'evaluations' },
        { period: 'day' },
        { measure: 'exposures/group_4' },
      ]
      const sets = others.map((other, n) => ({ ...other, users: ALL_BYTES.slice(n, n + 1) }))
      await trial.save(...sets)
      const contents = async (query: Partial<UserSetQuery>) => (await trial.list(query)).map(({ users }) => users[0])
      expect((await contents({})).sort()).toEqual([0, 1, 2, 3])
      expect(await contents({ measure: 'evaluations' })).toEqual([4])
      expect(await contents({ period: 'day' })).toEqual([5])
      expect(await contents({ measure: 'exposures/group_4' })).toEqual([6])
      expect(await trial.lock(...sets)).toHaveLength(sets.length)
    }),

    storeRule(
      'STORE-422',
      'a list contains the sets that match its query, ordered by start, flag and variant',
      async ({ store }) => {
        const trial = await setTrial(store)
        const starts = ['2026-01-01', '2026-01-02', '2026-01-03']
        const flags = ['b', 'a']
        const variants = ['y', 'x']
        const sets = starts.flatMap((start) =>
          flags.flatMap((flagKey) => variants.map((variant) => ({ start, flagKey, variant }))),
        )
        await trial.save(...sets.toReversed())
        const names = async (query: Partial<UserSetQuery>) =>
          (await trial.list(query)).map(({ start, flagKey, variant }) => `${start.slice(-1)}${flagKey}${variant}`)
        const all = ['1', '2', '3'].flatMap((day) => ['ax', 'ay', 'bx', 'by'].map((name) => `${day}${name}`))
        expect(await names({})).toEqual(all)
        expect(await names({ from: '2026-01-02', until: '2026-01-03' })).toEqual(['2ax', '2ay', '2bx', '2by'])
        expect(await names({ from: '2026-01-03' })).toEqual(['3ax', '3ay', '3bx', '3by'])
        expect(await names({ flagKeys: ['a', 'none'], variants: ['x'] })).toEqual(['1ax', '2ax', '3ax'])
        expect(await names({ flagKeys: ['none'] })).toEqual([])
        expect(await names({ variants: [] })).toEqual([])
      },
    ),

    storeRule(
      'STORE-423',
      'a lock returns those of the given sets that exist, with their current content',
      async ({ store }) => {
        const trial = await setTrial(store)
        await trial.save({ flagKey: 'a', users: LARGEST }, { flagKey: 'b' })
        const locked = await trial.lock({ flagKey: 'none' }, { flagKey: 'a' }, { flagKey: 'a', variant: 'none' })
        expect(locked).toEqual([newUserSet({ projectId: trial.projectId, flagKey: 'a', users: LARGEST })])
        expect(await trial.lock()).toEqual([])
        expect((await trial.list()).map(({ flagKey }) => flagKey)).toEqual(['a', 'b'])
      },
    ),

    storeRule(
      'STORE-424',
      'writers that add to sets under their lock, in any order, lose nothing',
      async ({ store }) => {
        await expectAllAdded(
          store,
          Array.from({ length: 10 }, () => store),
        )
      },
    ),

    storeRule('STORE-425', 'writers in two stores that add to sets under their lock lose nothing', async (trial) => {
      const second = await trial.openSecond()
      await expectAllAdded(
        trial.store,
        Array.from({ length: 10 }, (_, n) => (n % 2 ? second : trial.store)),
      )
    }),

    storeRule('STORE-426', 'more sets than fit into one statement are all saved and locked', async ({ store }) => {
      const trial = await setTrial(store)
      const sets = Array.from({ length: 250 }, (_, n) => ({ flagKey: String(n), users: ALL_BYTES.slice(n % 200) }))
      await trial.save(...sets)
      const locked = await trial.lock(...sets)
      const expected = sets.map((set) => newUserSet({ projectId: trial.projectId, ...set }))
      expect(new Set(locked)).toEqual(new Set(expected))
    }),

    storeRule(
      'STORE-427',
      'changing bytes that were passed in or returned does not change the store',
      async ({ store }) => {
        const trial = await setTrial(store)
        const users = ALL_BYTES.slice(0, 3)
        await trial.save({ users })
        users.fill(9)
        for (const set of [...(await trial.list()), ...(await trial.lock({}))]) set.users.fill(9)
        expect((await trial.list()).map((set) => [...set.users])).toEqual([[0, 1, 2]])
      },
    ),

    storeRule(
      'STORE-428',
      'flags and variants may contain any characters, and are ordered by their bytes',
      async ({ store }) => {
        const trial = await setTrial(store)
        await trial.save(...SHUFFLED_KEYS.map((key) => ({ flagKey: key, variant: key })))
        const sets = await trial.list()
        expect(sets.map(({ flagKey, variant }) => [flagKey, variant])).toEqual(ODD_KEYS.map((key) => [key, key]))
        expect(await trial.lock(...sets)).toHaveLength(ODD_KEYS.length)
        await trial.save(...UNSTORABLE_KEYS.map((key) => ({ flagKey: key, variant: key })))
        for (const key of UNSTORABLE_KEYS) {
          expect(await trial.lock({ flagKey: key, variant: key })).toMatchObject([{ flagKey: key, variant: key }])
        }
      },
    ),

    storeRule(
      'STORE-429',
      'sets of periods that started before a time are deleted, in all projects, up to a limit',
      async ({ store }) => {
        const [trial, other] = [await setTrial(store), await setTrial(store)]
        const starts = ['2026-01-01', '2026-01-02', '2026-01-03'].map((start) => ({ start }))
        for (const each of [trial, other]) {
          await each.save(...starts, ...starts.map((start) => ({ ...start, measure: 'evaluations' }) as const))
          await each.save(...starts.map((start) => ({ ...start, period: 'day' }) as const))
        }
        const remove = (limit: number) => store.write((tx) => tx.userSets.deleteBefore('bucket', '2026-01-03', limit))
        expect([await remove(3), await remove(3), await remove(3), await remove(3)]).toEqual([3, 3, 2, 0])
        for (const each of [trial, other]) {
          expect((await each.list()).map(({ start }) => start)).toEqual(['2026-01-03'])
          expect(await each.list({ measure: 'evaluations' })).toHaveLength(1)
          expect(await each.list({ period: 'day' })).toHaveLength(3)
        }
      },
    ),
  ],
}

/** Operations on the sets of one project. */
async function setTrial(store: Store) {
  const { project } = await seedTenant(store)
  const setOf = (special: Partial<StoredUserSet>) => newUserSet({ projectId: project.id, ...special })
  return {
    projectId: project.id,
    save: (...sets: readonly Partial<StoredUserSet>[]) => store.write((tx) => tx.userSets.save(sets.map(setOf))),
    lock: (...keys: readonly Partial<StoredUserSet>[]) => store.write((tx) => tx.userSets.lock(keys.map(setOf))),
    list: (query: Partial<UserSetQuery> = {}) =>
      store.read((tx) => tx.userSets.list(project.id, { ...EVER, ...query })),
  }
}

/** Lets each writer append its own byte to the same sets, half of which exist before. */
async function expectAllAdded(store: Store, writers: readonly Store[]): Promise<void> {
  const trial = await setTrial(store)
  const keys = ['a', 'b', 'c', 'd'].map((flagKey) => newUserSet({ projectId: trial.projectId, flagKey }))
  await trial.save(...keys.slice(0, 2).map((key) => ({ ...key, users: new Uint8Array() })))
  await Promise.all(
    writers.map((writer, n) => writer.write((tx) => addByte(tx, n % 2 ? keys : [...keys].reverse(), n))),
  )
  const sets = await trial.list()
  expect(sets.map(({ flagKey }) => flagKey)).toEqual(['a', 'b', 'c', 'd'])
  for (const { users } of sets) expect([...users].sort((a, b) => a - b)).toEqual(writers.map((_, n) => n))
}

async function addByte(tx: Parameters<Parameters<Store['write']>[0]>[0], keys: readonly StoredUserSet[], byte: number) {
  const stored = await tx.userSets.lock(keys)
  await eventLoopTurn()
  const sets = keys.map((key) => {
    const before = stored.find(({ flagKey }) => flagKey === key.flagKey)?.users ?? []
    return { ...key, users: new Uint8Array([...before, byte]) }
  })
  await tx.userSets.save(sets)
}
