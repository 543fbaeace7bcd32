import type { Store } from '@flagdeck/core'
import {
  insertDashboard,
  newDashboardIndex,
  newTextCardRow,
  newTileRow,
  seedDashboard,
  seedTenant,
  seedUser,
} from '@flagdeck/core/fixtures'
import type { Dashboard } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { eventLoopTurn } from './event-loop-turn.ts'
import { dumpOf, seedFullTenant } from './full-tenant.ts'
import { moment } from './moment.ts'
import { expectEachKept } from './round-trip.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const dashboardRules: StoreRuleGroup = {
  title: 'dashboards',
  about:
    'A transaction that holds the lock of a dashboard has exclusive access to the dashboard and its tiles. Viewing a dashboard does not change it.',
  rules: [
    storeRule(
      'STORE-310',
      'an update replaces everything of a dashboard except its id, project, creator, and the times of creation and last view',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [creator, editor] = [await seedUser(store), await seedUser(store)]
        const lastAccessedAt = moment('2026-02-01')
        const dashboard = await seedDashboard(store, { projectId: project.id, createdBy: creator, lastAccessedAt })
        const other = await seedDashboard(store, { projectId: project.id })
        const changed: Dashboard = { ...dashboard, ...EVERYTHING_ELSE, createdBy: editor }
        await update(store, changed)
        const { createdAt } = dashboard
        await store.read(async (tx) => {
          const expected = { ...changed, createdBy: creator, createdAt, lastAccessedAt }
          expect(await tx.dashboards.find(project.id, dashboard.id)).toEqual(expected)
          expect(await tx.dashboards.find(project.id, other.id)).toEqual(other)
        })
      },
    ),

    storeRule(
      'STORE-311',
      'updating, viewing or locking a dashboard that does not exist has no effect and creates none',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const dashboard = await seedDashboard(store, { projectId: project.id })
        const missing = { ...dashboard, id: dashboard.id + 1000 }
        await update(store, missing)
        await store.write(async (tx) => {
          await tx.dashboards.touch(project.id, missing.id, moment('2026-02-01'))
          expect(await tx.dashboards.lock(project.id, missing.id)).toBeUndefined()
          expect(await tx.dashboards.find(project.id, missing.id)).toBeUndefined()
          expect(await tx.dashboards.list(project.id, {}, ALL)).toEqual({ count: 1, items: [dashboard] })
        })
      },
    ),

    storeRule('STORE-312', 'viewing a dashboard stores the time and changes nothing else', async ({ store }) => {
      const { project } = await seedTenant(store)
      const dashboard = await seedDashboard(store, { projectId: project.id, name: null })
      const other = await seedDashboard(store, { projectId: project.id })
      const moments = ['2026-02-03', '2026-02-01', '2026-02-02'].map(moment)
      for (const at of moments) {
        await store.write((tx) => tx.dashboards.touch(project.id, dashboard.id, at))
        expect(await find(store, dashboard)).toEqual({ ...dashboard, lastAccessedAt: at })
      }
      await Promise.all(moments.map((at) => store.write((tx) => tx.dashboards.touch(project.id, dashboard.id, at))))
      expect(moments).toContainEqual((await find(store, dashboard))?.lastAccessedAt)
      expect(await find(store, other)).toEqual(other)
    }),

    storeRule('STORE-313', 'writers that change one dashboard under its lock lose no changes', async ({ store }) => {
      const { project } = await seedTenant(store)
      const dashboard = await seedDashboard(store, { projectId: project.id, deleted: true })
      await Promise.all(Array.from({ length: 10 }, (_, n) => addTag(store, dashboard, n)))
      await expectTags(store, dashboard)
    }),

    storeRule('STORE-314', 'writers in two stores that change one dashboard lose no changes', async (trial) => {
      const { project } = await seedTenant(trial.store)
      const dashboard = await seedDashboard(trial.store, { projectId: project.id })
      const second = await trial.openSecond()
      await Promise.all(Array.from({ length: 10 }, (_, n) => addTag(n % 2 ? second : trial.store, dashboard, n)))
      await expectTags(trial.store, dashboard)
    }),

    storeRule(
      'STORE-315',
      'while a transaction holds the lock of a dashboard, no other adds tiles to it',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const dashboard = await seedDashboard(store, { projectId: project.id })
        const counted = await Promise.all(Array.from({ length: 10 }, () => addTile(store, dashboard)))
        expect(counted.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, n) => n))
      },
    ),

    storeRule('STORE-316', 'viewing a dashboard does not undo a concurrent change', async ({ store }) => {
      const { project } = await seedTenant(store)
      const dashboard = await seedDashboard(store, { projectId: project.id })
      const looks = Array.from({ length: 10 }, () =>
        store.write((tx) => tx.dashboards.touch(project.id, dashboard.id, moment('2026-02-01'))),
      )
      await Promise.all([...Array.from({ length: 10 }, (_, n) => addTag(store, dashboard, n)), ...looks])
      await expectTags(store, dashboard)
      expect((await find(store, dashboard))?.lastAccessedAt).toBe(moment('2026-02-01'))
    }),

    storeRule(
      'STORE-317',
      '`findMany` returns the requested dashboards that exist, deleted ones too, by id, each once',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const made: Dashboard[] = []
        for (const deleted of [false, true, false, false]) {
          made.push(await seedDashboard(store, { projectId: project.id, deleted }))
        }
        const [one, two, three] = made
        if (one) await update(store, one)
        const ids = made.map(({ id }) => id)
        const asked = [ids[2], ids[0], ids[2], ids[1]].map((id) => id ?? 0)
        const unknown = Array.from({ length: 5000 }, (_, n) => (ids[3] ?? 0) + 1 + n)
        await store.read(async (tx) => {
          expect(await tx.dashboards.findMany(project.id, [...asked, ...unknown])).toEqual([one, two, three])
          expect(await tx.dashboards.findMany(project.id, [])).toEqual([])
        })
      },
    ),

    storeRule(
      'STORE-593',
      'live dashboards are counted, unlisted ones too, and measured with their tiles and contents, by id',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const { project, dashboard, textTile, textCard, insight, insightTile } = own
        await seedFullTenant(store)
        const fields = { name: null, description: 'é'.repeat(40_000), creationMode: 'unlisted', tags: ['😀'] } as const
        const unlisted = await seedDashboard(store, { projectId: project.id, ...fields })
        await seedDashboard(store, { projectId: project.id, deleted: true })
        await store.write((tx) => tx.tiles.update({ ...textTile, deleted: true }))
        const texts = [textTile.color, insightTile.color, textCard.body, insight.name, insight.derivedName]
        const looks = [textTile, insightTile].flatMap(({ layouts, filtersOverrides }) => [layouts, filtersOverrides])
        const documents = [...looks, insight.query, insight.tags].map((document) => JSON.stringify(document))
        const shown = utf8Bytes([...texts, insight.description, ...documents].map((text) => text ?? '').join(''))
        const expected = [
          { id: dashboard.id, rows: 5, bytes: dashboardBytes(dashboard) + shown },
          { id: unlisted.id, rows: 1, bytes: dashboardBytes(unlisted) },
        ]
        await store.read(async (tx) => {
          expect(await tx.dashboards.countLive(project.id)).toBe(2)
          expect(await tx.dashboards.sizesAfter(project.id, 0, 10)).toEqual(expected)
          expect(await tx.dashboards.sizesAfter(project.id, 0, 1)).toEqual(expected.slice(0, 1))
          expect(await tx.dashboards.sizesAfter(project.id, dashboard.id, 10)).toEqual(expected.slice(1))
        })
      },
    ),

    storeRule(
      'STORE-318',
      'a write that is rolled back leaves dashboards and their contents unchanged',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const { project, dashboard, textTile, textCard, insight, template, collaborator } = own
        const before = await store.read((tx) => dumpOf(tx, own))
        const write = store.write(async (tx) => {
          await insertDashboard(tx, { projectId: project.id })
          await tx.dashboards.update({ ...dashboard, name: 'changed' }, newDashboardIndex(dashboard))
          await tx.dashboards.touch(project.id, dashboard.id, moment('2026-02-01'))
          await tx.tiles.update({ ...own.insightTile, color: 'changed' })
          await tx.tiles.purge(project.id, textTile.id)
          await tx.textCards.update({ ...textCard, body: 'changed' })
          await tx.insights.update({ ...insight, name: 'changed' }, 'changed')
          await tx.dashboardTemplates.update({ ...template, deleted: true })
          await tx.dashboardCollaborators.delete(project.id, dashboard.id, collaborator.user.id)
          throw new Error('taken back')
        })
        await expect(write).rejects.toThrow('taken back')
        expect(await store.read((tx) => dumpOf(tx, own))).toEqual(before)
        await expect(store.write((tx) => tx.tiles.insert(textTile))).rejects.toMatchObject({ constraint: 'tiles_text' })
      },
    ),

    storeRule(
      'STORE-319',
      'ids of dashboards, tiles, texts and insights are positive, ascending integers',
      async ({ store }) => {
        const [one, two] = [await seedFullTenant(store), await seedFullTenant(store)]
        for (const kind of ['dashboard', 'insight', 'textCard', 'insightTile', 'textTile'] as const) {
          const [first, second] = [one[kind].id, two[kind].id]
          for (const id of [first, second]) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
          expect(second).toBeGreaterThan(first)
        }
      },
    ),

    storeRule(
      'STORE-309',
      'null, false, zero and empty values are distinguished in every column of dashboards and their contents',
      async ({ store }) => {
        const user = await seedUser(store)
        await expectEachKept(store, 'dashboard', {
          name: [null, ''],
          pinned: [false, true],
          createdBy: [null, user],
          lastAccessedAt: [null, moment('2026-01-01')],
          deleted: [false, true],
          creationMode: ['default', 'template', 'duplicate', 'unlisted'],
          filters: [{}, { a: null }],
          variables: [{}, { a: [] }],
          breakdownColors: [[], [null], [''], [{}]],
          dataColorThemeId: [null, 0, 7],
          quickFilterIds: [[], [''], ['b', 'a', 'b']],
          tags: [[], [''], ['b', 'a', 'B']],
          restrictionLevel: [21, 37],
          version: [1, 2 ** 40],
        })
        await expectEachKept(store, 'tile', {
          layouts: [{}, { sm: null }, { sm: {} }],
          color: [null, ''],
          filtersOverrides: [{}, { a: null }],
          showDescription: [null, false, true],
          transparentBackground: [null, false, true],
          deleted: [false, true],
          deletionId: [null, ''],
        })
        await expectEachKept(store, 'textCard', {
          body: [null, ''],
          createdBy: [null, user],
          lastModifiedBy: [null, user],
        })
        await expectEachKept(store, 'insight', {
          name: [null, ''],
          derivedName: [null, ''],
          query: [null, {}, { a: null }],
          tags: [[], [''], ['b', 'a', 'B']],
          favorited: [false, true],
          saved: [false, true],
          isSample: [false, true],
          deleted: [false, true],
          deletionId: [null, ''],
          createdBy: [null, user],
          lastModifiedBy: [null, user],
        })
        await expectEachKept(store, 'dashboardTemplate', {
          dashboardFilters: [{}, { a: null }],
          tags: [[], [''], ['b', 'a', 'B']],
          tiles: [[], [{}]],
          variables: [[], [null], [{}]],
          imageUrl: [null, ''],
          scope: ['team', 'global', 'feature_flag'],
          isFeatured: [false, true],
          deleted: [false, true],
          createdBy: [null, user],
        })
      },
    ),
  ],
}

const ALL = { limit: 1000, offset: 0 }

/** Another value for every column. */
const EVERYTHING_ELSE = {
  name: 'Changed',
  description: 'changed',
  pinned: true,
  createdAt: moment('2020-01-01'),
  lastAccessedAt: moment('2020-01-02'),
  deleted: true,
  creationMode: 'unlisted',
  filters: { date_from: '-7d' },
  variables: { a: 1 },
  breakdownColors: [{ breakdownValue: 'a', colorToken: null }],
  dataColorThemeId: 3,
  quickFilterIds: ['a'],
  tags: ['changed'],
  restrictionLevel: 37,
  version: 8,
} as const satisfies Omit<Dashboard, 'id' | 'projectId' | 'createdBy'>

function find(store: Store, { projectId, id }: Dashboard): Promise<Dashboard | undefined> {
  return store.read((tx) => tx.dashboards.find(projectId, id))
}

function update(store: Store, dashboard: Dashboard): Promise<void> {
  return store.write((tx) => tx.dashboards.update(dashboard, newDashboardIndex(dashboard)))
}

/** Adds one tag to the tags of a dashboard. */
function addTag(store: Store, { projectId, id }: Dashboard, n: number): Promise<void> {
  return store.write(async (tx) => {
    const locked = await tx.dashboards.lock(projectId, id)
    await eventLoopTurn()
    if (!locked) return
    const changed = { ...locked, tags: [...locked.tags, `tag ${n}`], version: locked.version + 1 }
    await tx.dashboards.update(changed, newDashboardIndex(changed))
  })
}

async function expectTags(store: Store, dashboard: Dashboard): Promise<void> {
  const stored = await find(store, dashboard)
  expect(stored?.tags.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `tag ${n}`))
  expect(stored?.version).toBe(dashboard.version + 10)
}

/** Adds a tile under the lock of its dashboard. Returns the number of tiles before. */
function addTile(store: Store, { projectId, id: dashboardId }: Dashboard): Promise<number> {
  return store.write(async (tx) => {
    await tx.dashboards.lock(projectId, dashboardId)
    const { length } = await tx.tiles.ofDashboard(projectId, dashboardId)
    await eventLoopTurn()
    const { id: textId } = await tx.textCards.insert(newTextCardRow({ projectId }))
    await tx.tiles.insert(newTileRow({ projectId, dashboardId, content: { kind: 'text', textId } }))
    return length
  })
}

function dashboardBytes({ name, description, ...dashboard }: Dashboard): number {
  const { filters, variables, breakdownColors, quickFilterIds, tags } = dashboard
  const documents = [filters, variables, breakdownColors, quickFilterIds, tags].map((document) =>
    JSON.stringify(document),
  )
  return utf8Bytes([name ?? '', description, ...documents].join(''))
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length
}
