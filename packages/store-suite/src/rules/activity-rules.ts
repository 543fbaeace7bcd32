import type { JsonObject, Store } from '@flagdeck/core'
import { newActivityRow, newUserRow, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import type { ActivityScope } from '@flagdeck/core/operations'
import type { ActivityItem, ActivityTable, NewActivity, NewestQuery } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

type MixedQuery = Parameters<ActivityTable['listMixed']>[1]
type TimeRange = Parameters<ActivityTable['findRange']>[1]

const ALL = { limit: 1000, offset: 0 }

export const activityRules: StoreRuleGroup = {
  title: 'activity',
  about:
    'The log is in the order of writing. Times do not determine the order, because clocks go back and differ between machines.',
  rules: [
    storeRule(
      'STORE-170',
      'entries are listed in the order of writing, newest first, regardless of their times and ids',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const clocks = ['2026-01-03', '2026-01-01', '2026-01-02', '2025-12-31', '2026-01-03', '1999-01-01']
        const ids = [4, 6, 1, 5, 2, 3].map((n) => `${n}0000000-0000-4000-8000-000000000000`)
        for (const [n, clock] of clocks.entries()) {
          await append(store, { projectId: project.id, createdAt: moment(clock), id: ids[n] ?? '' })
        }
        expect(await idsOf(store, project.id)).toEqual([...ids].reverse())
        expect(await idsOf(store, project.id, { limit: 2, offset: 1 })).toEqual([ids[4], ids[3]])
      },
    ),

    storeRule('STORE-171', 'entries of one write stay in order, after all earlier entries', async ({ store }) => {
      const { project } = await seedTenant(store)
      const rows = Array.from({ length: 10 }, () => newActivityRow({ projectId: project.id }))
      const newestFirst = rows.map(({ id }) => id).reverse()
      for (const row of rows.slice(0, 4)) await append(store, row)
      await store.write(async (tx) => {
        for (const row of rows.slice(4)) await tx.activity.append(row)
        for (const limit of [1, 4, 100]) {
          const page = { limit, offset: 5 }
          const { count, items } = await tx.activity.list(project.id, { scope: 'FeatureFlag' }, page)
          expect(count).toBe(10)
          expect(items.map(({ id }) => id)).toEqual(newestFirst.slice(5, 5 + limit))
        }
      })
      expect(await idsOf(store, project.id)).toEqual(newestFirst)
    }),

    storeRule(
      'STORE-507',
      'entries are read from a position on, oldest first, regardless of concurrent writes',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const rows = Array.from({ length: 7 }, () => newActivityRow({ projectId: project.id }))
        const after = (place: number, limit: number) =>
          store.read((tx) => tx.activity.listAfter(project.id, 'FeatureFlag', place, limit))
        expect(await after(0, 3)).toEqual({ items: [], place: 0 })
        for (const row of rows.slice(0, 5)) {
          await append(store, newActivityRow({ projectId: other.project.id }))
          await append(store, row)
          await append(store, newActivityRow({ projectId: project.id, scope: 'Cohort' }))
        }
        const first = await after(0, 3)
        for (const row of rows.slice(5)) await append(store, row)
        const second = await after(first.place, 3)
        const third = await after(second.place, 3)
        const read = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
        expect(read).toEqual(rows.map(({ id }) => id))
        expect(await after(third.place, 3)).toEqual({ items: [], place: third.place })
      },
    ),

    storeRule(
      'STORE-511',
      'the newest entries of all kinds are read together, of all users or one, and of one record',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const ada = await seedUser(store, newUserRow({ email: 'ada@flagdeck.test' }))
        const kinds: readonly ActivityScope[] = ['FeatureFlag', 'Dashboard', 'FeatureFlag', 'Role', 'Cohort', 'Insight']
        const rows = kinds.map((scope, n) =>
          newActivityRow({
            projectId: project.id,
            scope,
            itemId: String(n % 3),
            userId: n % 2 === 0 ? ada.id : null,
          }),
        )
        for (const row of rows.slice(0, 4)) await append(store, row)
        await append(store, newActivityRow({ projectId: other.project.id }))
        const read = async (query: Partial<NewestQuery>, limit: number) => {
          const { items, places } = await store.read((tx) =>
            tx.activity.listNewest(project.id, { before: Number.MAX_SAFE_INTEGER, ...query }, limit),
          )
          expect(places).toEqual([...new Set(places)].toSorted((a, b) => b - a))
          return { place: places.at(-1) ?? 0, rows: items.map(({ id }) => rows.findIndex((row) => row.id === id)) }
        }
        const first = await read({}, 2)
        expect(first.rows).toEqual([3, 2])
        for (const row of rows.slice(4)) await append(store, row)
        expect((await read({ before: first.place }, 10)).rows).toEqual([1, 0])
        expect((await read({}, 10)).rows).toEqual([5, 4, 3, 2, 1, 0])
        expect((await read({ scope: 'FeatureFlag' }, 10)).rows).toEqual([2, 0])
        expect((await read({ scope: 'FeatureFlag' }, 1)).rows).toEqual([2])
        const hers = await read({ userId: ada.id }, 2)
        expect(hers.rows).toEqual([4, 2])
        expect((await read({ userId: ada.id, before: hers.place }, 2)).rows).toEqual([0])
        expect((await read({ userId: ada.id, scope: 'Role' }, 2)).rows).toEqual([])
        expect((await read({ itemId: '2' }, 10)).rows).toEqual([5, 2])
        expect((await read({ itemId: '2', scope: 'FeatureFlag' }, 10)).rows).toEqual([2])
        expect((await read({ itemId: '2', userId: ada.id }, 10)).rows).toEqual([2])
      },
    ),

    storeRule(
      'STORE-610',
      '`findRange` returns the first and the last position of a time range, and its entries can be read, even if the clock went back',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const ada = await seedUser(store, newUserRow({ email: 'ada@flagdeck.test' }))
        // The clock goes back before the last two entries, once within a range and once out of it.
        const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-02', '2026-01-01']
        const rows = days.map((day, n) =>
          newActivityRow({
            projectId: project.id,
            scope: n % 2 === 0 ? 'FeatureFlag' : 'Dashboard',
            itemId: String(n % 3),
            userId: n % 2 === 0 ? ada.id : null,
            createdAt: moment(day),
          }),
        )
        await append(store, newActivityRow({ projectId: other.project.id, createdAt: moment('2026-01-02') }))
        for (const row of rows) await append(store, row)
        const between = (from?: string, to?: string): TimeRange => ({
          ...(from !== undefined && { from: moment(from) }),
          ...(to !== undefined && { to: moment(to) }),
        })
        const read = (dates: TimeRange, query: Partial<NewestQuery> = {}, limit = 10) =>
          store.read(async (tx) => {
            const range = await tx.activity.findRange(project.id, dates)
            if (!range) return undefined
            const before = Number.MAX_SAFE_INTEGER
            const { items, places } = await tx.activity.listNewest(project.id, { before, range, ...query }, limit)
            if (items.length < limit && Object.keys(query).length === 0) {
              expect([places.at(-1), places[0]]).toEqual([range.first, range.last])
            }
            return { place: places.at(-1) ?? 0, rows: items.map(({ id }) => rows.findIndex((row) => row.id === id)) }
          })
        expect(await read(between('2026-01-02', '2026-01-04'))).toMatchObject({ rows: [5, 2, 1] })
        expect(await read(between('2026-01-04'))).toMatchObject({ rows: [4, 3] })
        expect(await read(between())).toMatchObject({ rows: [6, 5, 4, 3, 2, 1, 0] })
        const first = await read(between(undefined, '2026-01-03'), {}, 2)
        expect(first?.rows).toEqual([6, 5])
        expect(await read(between(undefined, '2026-01-03'), { before: first?.place ?? 0 })).toMatchObject({
          rows: [1, 0],
        })
        const query = { scope: 'FeatureFlag', userId: ada.id, itemId: '2' } as const
        expect(await read(between('2026-01-02', '2026-01-04'), query)).toMatchObject({ rows: [2] })
        expect(await read(between('2027-01-01'))).toBeUndefined()
        expect(await read(between('2026-01-03', '2026-01-02'))).toBeUndefined()
      },
    ),

    storeRule(
      'STORE-549',
      'entries of several kinds, of one id and of one user are paged and counted together',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const ada = await seedUser(store, newUserRow({ email: 'ada@flagdeck.test' }))
        const kinds: readonly ActivityScope[] = ['FeatureFlag', 'Dashboard', 'FeatureFlag', 'Role', 'Cohort', 'Insight']
        const rows = [...kinds, ...kinds].map((scope, n) =>
          newActivityRow({
            projectId: project.id,
            scope,
            itemId: String(n % 4),
            userId: n % 3 === 0 ? ada.id : null,
            createdAt: moment(n % 2 === 0 ? '2026-01-01' : '2025-01-01'),
          }),
        )
        for (const row of rows) {
          await append(store, row)
          await append(store, newActivityRow({ projectId: other.project.id, scope: row.scope, itemId: row.itemId }))
        }
        const newestFirst = rows.toReversed()
        const kindsAsked: readonly (readonly ActivityScope[])[] = [
          kinds.slice(1),
          ['FeatureFlag', 'Role'],
          ['Cohort'],
          [],
        ]
        const queries = kindsAsked.flatMap((scopes): MixedQuery[] => [
          { scopes },
          { scopes, itemId: '2' },
          { scopes, itemId: 'none' },
          { scopes, userId: ada.id },
          { scopes, userId: ada.id, itemId: '0' },
        ])
        for (const query of queries) {
          const { scopes, itemId, userId } = query
          const expected = newestFirst
            .filter((row) => scopes.includes(row.scope))
            .filter((row) => itemId === undefined || row.itemId === itemId)
            .filter((row) => userId === undefined || row.userId === userId)
            .map(({ id }) => id)
          for (const page of [ALL, { limit: 2, offset: 0 }, { limit: 3, offset: 1 }, { limit: 2, offset: 5 }]) {
            const { count, items } = await store.read((tx) => tx.activity.listMixed(project.id, query, page))
            const ids = expected.slice(page.offset, page.offset + page.limit)
            expect({ query, page, count, ids: items.map(({ id }) => id) }).toEqual({
              query,
              page,
              count: expected.length,
              ids,
            })
          }
        }
      },
    ),

    storeRule(
      'STORE-172',
      'entries are filtered by scope, and by the record that they are about',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const about: [ActivityScope, string][] = [
          ['FeatureFlag', '1'],
          ['FeatureFlag', '12'],
          ['Role', '1'],
          ['Project', '1'],
          ['FeatureFlag', '1'],
        ]
        const ids: string[] = []
        for (const [scope, itemId] of about) {
          const row = newActivityRow({ projectId: project.id, scope, itemId })
          ids.push(row.id)
          await append(store, row)
        }
        const list = async (scope: ActivityScope, itemId?: string): Promise<string[]> => {
          const query = itemId === undefined ? { scope } : { scope, itemId }
          const { count, items } = await store.read((tx) => tx.activity.list(project.id, query, ALL))
          expect(count).toBe(items.length)
          return items.map(({ id }) => id)
        }
        expect(await list('FeatureFlag')).toEqual([ids[4], ids[1], ids[0]])
        expect(await list('FeatureFlag', '1')).toEqual([ids[4], ids[0]])
        expect(await list('FeatureFlag', '12')).toEqual([ids[1]])
        expect(await list('Role', '1')).toEqual([ids[2]])
        expect(await list('Role', '12')).toEqual([])
        expect(await list('FeatureFlag', '')).toEqual([])
      },
    ),

    storeRule('STORE-173', 'an entry has the user that made the change, or null for the system', async ({ store }) => {
      const { project } = await seedTenant(store)
      const ada = await seedUser(
        store,
        newUserRow({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@flagdeck.test' }),
      )
      await append(store, { projectId: project.id, userId: ada.id })
      await append(store, { projectId: project.id, userId: null })
      const { count, items } = await store.read((tx) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL))
      expect(count).toBe(2)
      expect(items.map(({ user }) => user)).toEqual([null, { firstName: 'Ada', email: 'ada@flagdeck.test' }])
      expect(items.map((entry) => 'userId' in entry)).toEqual([false, false])
    }),

    storeRule(
      'STORE-174',
      'entries of a write that is rolled back are not in the log, and later entries are in order',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [first, taken, second] = [1, 2, 3].map(() => newActivityRow({ projectId: project.id }))
        if (!first || !taken || !second) throw new Error('three were made')
        await append(store, first)
        const write = store.write(async (tx) => {
          await tx.activity.append(taken)
          throw new Error('taken back')
        })
        await expect(write).rejects.toThrow('taken back')
        await append(store, second)
        expect(await idsOf(store, project.id)).toEqual([second.id, first.id])
      },
    ),

    storeRule(
      'STORE-175',
      'versions of a record are listed and found by number; for a version without an entry, the latest earlier one is found',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const ids = await appendVersions(store, project.id, [[1], [2], [null], [4]])
        await appendVersions(store, project.id, [[1], [2], [3]], { itemId: '12' })
        await appendVersions(store, project.id, [[1], [3]], { scope: 'Cohort' })
        await store.read(async (tx) => {
          const { count, items } = await tx.activity.listVersions(project.id, ITEM, ALL)
          expect([count, items.map(({ id, step }) => [id, step?.version])]).toEqual([
            3,
            [
              [ids[3], 4],
              [ids[1], 2],
              [ids[0], 1],
            ],
          ])
          const second = await tx.activity.listVersions(project.id, ITEM, { limit: 1, offset: 1 })
          expect([second.count, second.items.map(({ id }) => id)]).toEqual([3, [ids[1]]])
          const found: (string | undefined)[] = []
          for (const version of [0, 1, 2, 3, 4, 1000]) {
            found.push((await tx.activity.findVersion(project.id, ITEM, version))?.id)
          }
          expect(found).toEqual([undefined, ids[0], ids[1], ids[1], ids[3], ids[3]])
        })
      },
    ),

    storeRule(
      'STORE-176',
      '`stepsAfter` returns every step after a version, up to and including the first keyframe, for each of several records',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        await appendVersions(store, project.id, [[1], [2], [3, {}], [null], [4], [5, {}], [6]])
        await appendVersions(store, project.id, [[1], [2]], { itemId: '12' })
        await appendVersions(store, project.id, [[1], [2]], { itemId: '12', scope: 'Cohort' })
        const steps = (...versions: [itemId: string, version: number][]) =>
          store.read(async (tx) =>
            (
              await tx.activity.stepsAfter(
                project.id,
                'FeatureFlag',
                versions.map(([itemId, version]) => ({ itemId, version })),
              )
            ).map(({ itemId, version, undo, before }) => [itemId, version, undo, before]),
          )
        expect(await steps(['1', 1])).toEqual([
          ['1', 2, { set: 2 }, null],
          ['1', 3, null, {}],
        ])
        expect(await steps(['1', 2])).toEqual([['1', 3, null, {}]])
        expect(await steps(['1', 5])).toEqual([['1', 6, { set: 6 }, null]])
        expect(await steps(['1', 6])).toEqual([])
        expect(await steps()).toEqual([])
        const both = await steps(['1', 3], ['12', 1], ['2', 0])
        expect(both.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
          ['1', 4, { set: 4 }, null],
          ['1', 5, null, {}],
          ['12', 2, { set: 2 }, null],
        ])
      },
    ),

    storeRule(
      'STORE-492',
      'an entry without a version is a gap after all earlier versions, unless it is about a given field',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const gaps = (besides: string | null = null) =>
          store.read(async (tx) => {
            const found: boolean[] = []
            for (const version of [1, 2, 3, 4]) {
              found.push(await tx.activity.hasGapAfter(project.id, ITEM, version, besides))
            }
            return found
          })
        await appendVersions(store, project.id, [[null], [2]])
        await appendVersions(store, project.id, [[null]], { itemId: '12' })
        expect(await gaps()).toEqual([false, false, false, false])
        await appendVersions(store, project.id, [[null], [4]])
        expect(await gaps()).toEqual([true, true, true, false])
        const change = { type: 'FeatureFlag', action: 'changed', field: 'kept', before: 1, after: 2 } as const
        const detail = { changes: [change], trigger: null, type: null, name: null, shortId: null }
        await store.write((tx) => tx.activity.append(newActivityRow({ projectId: project.id, ...ITEM, detail })))
        expect(await gaps('kept')).toEqual([true, true, true, false])
        expect(await gaps('another')).toEqual([true, true, true, true])
      },
    ),

    storeRule('STORE-177', '`walkOf` returns the replay length (`walk`) of the newest version', async ({ store }) => {
      const { project } = await seedTenant(store)
      const walk = () => store.read((tx) => tx.activity.walkOf(project.id, ITEM))
      expect(await walk()).toBe(0)
      await appendVersions(store, project.id, [[1], [2], [null]])
      expect(await walk()).toBe(200)
      await appendVersions(store, project.id, [[7]], { itemId: '12' })
      expect(await walk()).toBe(200)
    }),
  ],
}

const ITEM = { scope: 'FeatureFlag', itemId: '1' } as const

/**
 * Adds an entry for each of these versions. Null adds an entry without a version, and entries with a previous state are
 * keyframes.
 */
async function appendVersions(
  store: Store,
  projectId: number,
  versions: readonly (readonly [version: number | null, before?: JsonObject])[],
  item: Partial<ActivityItem> = {},
): Promise<string[]> {
  const rows = versions.map(([version, before = null]) => {
    const undo = before || version === null ? null : { set: version }
    const step = version === null ? null : { version, undo, before, walk: version * 100 }
    return newActivityRow({ projectId, ...ITEM, ...item, step })
  })
  await store.write(async (tx) => {
    for (const row of rows) await tx.activity.append(row)
  })
  return rows.map(({ id }) => id)
}

async function append(store: Store, row: Partial<NewActivity> & Pick<NewActivity, 'projectId'>): Promise<void> {
  const entry = newActivityRow(row)
  await store.write((tx) => tx.activity.append(entry))
}

async function idsOf(store: Store, projectId: number, page = ALL): Promise<string[]> {
  const { items } = await store.read((tx) => tx.activity.list(projectId, { scope: 'FeatureFlag' }, page))
  return items.map(({ id }) => id)
}
