import type { Store, Timestamp } from '@flagdeck/core'
import { newFlagIndex, newSeenFlag, newUnknownFlag, seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import type { SeenFlag, UnknownFlag } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { ODD_KEYS, SHUFFLED_KEYS, UNSTORABLE_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map(moment) as [Day, Day, Day, Day]
type Day = ReturnType<typeof moment>
const [FIRST, SECOND, THIRD, FOURTH] = DAYS

export const seenFlagRules: StoreRuleGroup = {
  title: 'flags in use',
  about:
    'The time of the last call of a flag is updated continuously, and is not part of its versions. Calls of flags that do not exist are recorded too, up to a maximum, because their keys come from unauthenticated clients.',
  rules: [
    storeRule(
      'STORE-440',
      'a flag has the earliest first call and the latest last call, with variant and SDK of the last call',
      async ({ store }) => {
        const trial = await seenTrial(store)
        await trial.note({ firstSeen: SECOND, lastSeen: THIRD, lastVariant: 'a', lastSdk: 'b' })
        await trial.note({ firstSeen: FIRST, lastSeen: SECOND, lastVariant: 'c', lastSdk: 'd' })
        expect(await trial.find()).toMatchObject({ firstSeen: FIRST, lastSeen: THIRD, lastVariant: 'a', lastSdk: 'b' })
        await trial.note({ firstSeen: FOURTH, lastSeen: FOURTH, lastVariant: '', lastSdk: '' })
        expect(await trial.find()).toEqual({
          ...{ projectId: trial.projectId, flagKey: 'flag', firstSeen: FIRST },
          ...{ lastSeen: FOURTH, lastVariant: '', lastSdk: '' },
        })
        expect(await trial.find('none')).toBeUndefined()
        const found = await store.read((tx) => tx.seenFlags.findMany(trial.projectId, ['none', 'flag', 'flag']))
        expect(found).toEqual([await trial.find()])
      },
    ),

    storeRule(
      'STORE-441',
      'recording a call updates the time of the last call if it is later by more than a minute, and creates no version',
      async ({ store }) => {
        const trial = await seenTrial(store)
        const flag = await seedFlag(store, { projectId: trial.projectId, key: 'flag' })
        const bystander = await seedFlag(store, { projectId: trial.projectId, key: 'bystander' })
        const stored = (id: number) => store.read((tx) => tx.flags.find(trial.projectId, id))
        for (const [lastSeen, expected] of [
          [SECOND, SECOND],
          [FIRST, SECOND],
          [THIRD, THIRD],
          [moment('2026-01-03T00:01:00Z'), THIRD],
          [moment('2026-01-03T00:01:00.001Z'), moment('2026-01-03T00:01:00.001Z')],
        ] as const) {
          await trial.note({ lastSeen, firstSeen: FIRST })
          expect(await stored(flag.id)).toEqual({ ...flag, lastCalledAt: expected })
        }
        expect(await stored(bystander.id)).toEqual(bystander)
      },
    ),

    storeRule(
      'STORE-442',
      'recording a call affects only the live flag with that key in that project',
      async ({ store }) => {
        const [trial, other] = [await seenTrial(store), await seenTrial(store)]
        const deleted = await seedFlag(store, { projectId: trial.projectId, key: 'flag', deleted: true })
        const live = await seedFlag(store, { projectId: trial.projectId, key: 'flag' })
        const foreign = await seedFlag(store, { projectId: other.projectId, key: 'flag' })
        await trial.note({ lastSeen: SECOND }, { flagKey: 'Flag', lastSeen: THIRD })
        await store.read(async (tx) => {
          expect((await tx.flags.find(trial.projectId, live.id))?.lastCalledAt).toBe(SECOND)
          expect((await tx.flags.find(trial.projectId, deleted.id))?.lastCalledAt).toBeNull()
          expect((await tx.flags.find(other.projectId, foreign.id))?.lastCalledAt).toBeNull()
        })
      },
    ),

    storeRule(
      'STORE-446',
      'recording a call affects the live flag that is counted under that name, regardless of its key',
      async ({ store }) => {
        const trial = await seenTrial(store)
        const renamed = await seedFlag(store, { projectId: trial.projectId, key: 'other', usageKey: 'flag' })
        const heir = await seedFlag(store, { projectId: trial.projectId, key: 'flag', usageKey: 'flag@2' })
        const gone = { projectId: trial.projectId, key: 'gone', usageKey: 'flag', deleted: true }
        const deleted = await seedFlag(store, gone)
        const calledAt = (id: number) =>
          store.read(async (tx) => (await tx.flags.find(trial.projectId, id))?.lastCalledAt)
        await trial.note({ lastSeen: SECOND })
        expect([await calledAt(renamed.id), await calledAt(heir.id), await calledAt(deleted.id)]).toEqual([
          SECOND,
          null,
          null,
        ])
        await trial.note({ flagKey: 'flag@2', lastSeen: THIRD }, { flagKey: 'other', lastSeen: FOURTH })
        expect([await calledAt(renamed.id), await calledAt(heir.id)]).toEqual([SECOND, THIRD])
      },
    ),

    storeRule('STORE-443', 'an update of a flag does not change the time of its last call', async ({ store }) => {
      const trial = await seenTrial(store)
      const flag = await seedFlag(store, { projectId: trial.projectId, key: 'flag', lastCalledAt: FIRST })
      await trial.note({ lastSeen: SECOND })
      for (const lastCalledAt of [FIRST, null, THIRD]) {
        const changed = { ...flag, name: 'changed', lastCalledAt }
        expect(await store.write((tx) => tx.flags.update(changed, newFlagIndex(changed), flag.version))).toBe(true)
        const stored = await store.read((tx) => tx.flags.find(trial.projectId, flag.id))
        expect(stored).toEqual({ ...changed, lastCalledAt: SECOND })
      }
    }),

    storeRule(
      'STORE-564',
      'an update that resets the usage of a flag clears the time of its last call',
      async ({ store }) => {
        const trial = await seenTrial(store)
        const flag = await seedFlag(store, { projectId: trial.projectId, key: 'flag', lastCalledAt: FIRST })
        const update = async (usageResetAt: Timestamp | null) => {
          const changed = { ...flag, usageResetAt }
          await store.write((tx) => tx.flags.update(changed, newFlagIndex(changed), flag.version))
          return (await store.read((tx) => tx.flags.find(trial.projectId, flag.id)))?.lastCalledAt
        }
        expect(await update(null)).toBe(FIRST)
        expect(await update(SECOND)).toBeNull()
        await trial.note({ lastSeen: THIRD })
        expect(await update(SECOND)).toBe(THIRD)
        expect(await update(THIRD)).toBeNull()
      },
    ),

    storeRule(
      'STORE-565',
      'recording a call from before the reset does not change the time of the last call',
      async ({ store }) => {
        const trial = await seenTrial(store)
        const reset = { projectId: trial.projectId, usageResetAt: SECOND }
        const flags = [
          await seedFlag(store, { ...reset, key: 'flag' }),
          await seedFlag(store, { ...reset, key: 'renamed', usageKey: 'name' }),
        ]
        const calledAt = () =>
          store.read((tx) =>
            Promise.all(flags.map(async ({ id }) => (await tx.flags.find(trial.projectId, id))?.lastCalledAt)),
          )
        await trial.note({ lastSeen: FIRST }, { flagKey: 'name', lastSeen: SECOND })
        expect(await calledAt()).toEqual([null, null])
        await trial.note({ lastSeen: THIRD }, { flagKey: 'name', lastSeen: THIRD })
        expect(await calledAt()).toEqual([THIRD, THIRD])
      },
    ),

    storeRule(
      'STORE-444',
      'writers that record calls of the same flags concurrently, in any order, lose nothing',
      async ({ store }) => {
        const trial = await seenTrial(store)
        const keys = Array.from({ length: 30 }, (_, n) => `flag ${n}`)
        for (const key of keys) await seedFlag(store, { projectId: trial.projectId, key })
        await Promise.all(
          Array.from({ length: 10 }, (_, n) => {
            const lastSeen = n === 7 ? FOURTH : SECOND
            const firstSeen = n === 3 ? FIRST : SECOND
            const seen = keys.map((flagKey) => ({ flagKey, firstSeen, lastSeen, lastVariant: String(n) }))
            return trial.note(...(n % 2 ? seen : seen.reverse()))
          }),
        )
        for (const key of keys) {
          expect(await trial.find(key)).toMatchObject({ firstSeen: FIRST, lastSeen: FOURTH, lastVariant: '7' })
          const flag = await store.read((tx) => tx.flags.findLiveByKey(trial.projectId, key))
          expect(flag?.lastCalledAt).toBe(FOURTH)
        }
      },
    ),

    storeRule(
      'STORE-445',
      'keys, variants and SDKs of recorded calls may contain any characters',
      async ({ store }) => {
        const trial = await seenTrial(store)
        await trial.note(
          ...[...SHUFFLED_KEYS, ...UNSTORABLE_KEYS].map((key) => ({ flagKey: key, lastVariant: key, lastSdk: key })),
        )
        for (const key of [...ODD_KEYS, ...UNSTORABLE_KEYS]) {
          expect(await trial.find(key)).toMatchObject({ flagKey: key, lastVariant: key, lastSdk: key })
        }
        await trial.note()
      },
    ),

    storeRule(
      'STORE-450',
      'calls of an unknown flag are added up, with the earliest and the latest call, and the SDK of the latest',
      async ({ store }) => {
        const trial = await seenTrial(store)
        await trial.noteUnknown(10, { count: 2, firstSeen: SECOND, lastSeen: THIRD, lastSdk: 'a' })
        await trial.noteUnknown(10, { count: 3, firstSeen: FIRST, lastSeen: SECOND, lastSdk: 'b' })
        expect(await trial.unknown()).toEqual([
          newUnknownFlag({ projectId: trial.projectId, count: 5, firstSeen: FIRST, lastSeen: THIRD, lastSdk: 'a' }),
        ])
        await trial.noteUnknown(10, { count: 1, lastSeen: FOURTH, lastSdk: 'c' })
        expect(await trial.unknown()).toMatchObject([{ count: 6, lastSeen: FOURTH, lastSdk: 'c' }])
      },
    ),

    storeRule(
      'STORE-451',
      'unknown flags are ordered by the number of calls, then by key, up to a limit',
      async ({ store }) => {
        const trial = await seenTrial(store)
        await trial.noteUnknown(100, ...SHUFFLED_KEYS.map((key) => ({ flagKey: key, count: key === 'a' ? 2 : 1 })))
        const expected = ['a', ...ODD_KEYS.filter((key) => key !== 'a')]
        expect((await trial.unknown()).map(({ flagKey }) => flagKey)).toEqual(expected)
        expect((await trial.unknown(5)).map(({ flagKey }) => flagKey)).toEqual(expected.slice(0, 5))
      },
    ),

    storeRule(
      'STORE-452',
      'a project with the maximum number of unknown flags gets no further ones, and counts the calls of existing ones',
      async ({ store }) => {
        const trial = await seenTrial(store)
        await trial.noteUnknown(3, { flagKey: 'a' }, { flagKey: 'b' })
        await trial.noteUnknown(3, { flagKey: 'c' }, { flagKey: 'd' }, { flagKey: 'a' })
        await trial.noteUnknown(3, { flagKey: 'e' }, { flagKey: 'c' })
        expect((await trial.unknown()).map(({ flagKey, count }) => [flagKey, count])).toEqual([
          ['a', 2],
          ['c', 2],
          ['b', 1],
        ])
        const other = await seenTrial(store)
        await other.noteUnknown(3, { flagKey: 'd' })
        expect(await other.unknown()).toHaveLength(1)
      },
    ),

    storeRule(
      'STORE-453',
      'writers that record unknown flags concurrently do not exceed the maximum',
      async ({ store }) => {
        const trial = await seenTrial(store)
        await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            trial.noteUnknown(10, { flagKey: 'same' }, { flagKey: `a${n}` }, { flagKey: `b${n}` }),
          ),
        )
        const flags = await trial.unknown()
        expect(flags).toHaveLength(10)
        expect(flags[0]).toMatchObject({ flagKey: 'same', count: 8 })
      },
    ),

    storeRule(
      'STORE-454',
      'unknown flags that were not called since a time are deleted, in all projects',
      async ({ store }) => {
        const [trial, other] = [await seenTrial(store), await seenTrial(store)]
        for (const each of [trial, other]) {
          await each.noteUnknown(10, { flagKey: 'old', lastSeen: FIRST }, { flagKey: 'new', lastSeen: SECOND })
        }
        expect(await store.write((tx) => tx.seenFlags.deleteUnknownBefore(SECOND))).toBe(2)
        for (const each of [trial, other]) {
          expect((await each.unknown()).map(({ flagKey }) => flagKey)).toEqual(['new'])
        }
      },
    ),
  ],
}

/** Operations on the flags in use of one project. */
async function seenTrial(store: Store) {
  const { project } = await seedTenant(store)
  const projectId = project.id
  return {
    projectId,
    note: (...seen: readonly Partial<SeenFlag>[]) =>
      store.write((tx) => tx.seenFlags.note(seen.map((flag) => newSeenFlag({ projectId, ...flag })))),
    find: (flagKey = 'flag') => store.read((tx) => tx.seenFlags.find(projectId, flagKey)),
    noteUnknown: (maxRows: number, ...unknown: readonly Partial<UnknownFlag>[]) =>
      store.write((tx) =>
        tx.seenFlags.noteUnknown(
          unknown.map((flag) => newUnknownFlag({ projectId, ...flag })),
          maxRows,
        ),
      ),
    unknown: (limit = 100) => store.read((tx) => tx.seenFlags.listUnknown(projectId, limit)),
  }
}
