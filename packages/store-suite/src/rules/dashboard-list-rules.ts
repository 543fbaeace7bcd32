import type { Store } from '@flagdeck/core'
import { newDashboardIndex, seedDashboard, seedTenant } from '@flagdeck/core/fixtures'
import type { Dashboard, DashboardIndex, DashboardQuery, NewDashboard } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const dashboardListRules: StoreRuleGroup = {
  title: 'lists of dashboards',
  about: 'As for flags, a missing filter includes every dashboard, and an empty list of tags includes none.',
  rules: [
    storeRule(
      'STORE-320',
      'a list without filters contains every live dashboard of the project that is not unlisted',
      async ({ store }) => {
        const trial = await dashboardListTrial(store)
        await trial.add('default', {})
        await trial.add('duplicate', { creationMode: 'duplicate' })
        await trial.add('template', { creationMode: 'template' })
        await trial.add('unlisted', { creationMode: 'unlisted' })
        await trial.add('deleted', { deleted: true })
        await seedDashboard(store, { projectId: (await seedTenant(store)).project.id })
        await trial.expectNames({}, ['default', 'duplicate', 'template'])
      },
    ),

    storeRule(
      'STORE-321',
      'pinned dashboards are first, then dashboards are ordered by the bytes of their names, then by id',
      async ({ store }) => {
        const trial = await dashboardListTrial(store)
        for (const name of ['b', 'B', '\u{1F600}', 'a', '\u{FF5E}', 'é', 'Z', '']) await trial.add(name, {})
        for (const name of ['z', 'm']) await trial.add(name, { pinned: true })
        const twins = [await trial.add('a', {}), await trial.add('a', {})]
        const first = await trial.list({}, { limit: 100, offset: 0 })
        expect(first.items.map(({ name }) => name)).toEqual(SORTED_NAMES)
        // Databases move an updated row behind the others.
        await trial.update(first.items[5], {})
        const { items } = await trial.list({}, { limit: 100, offset: 0 })
        expect(items).toEqual(first.items)
        expect(items.slice(6, 8)).toEqual(twins)
        expect(await trial.list({}, { limit: 3, offset: 1 })).toEqual({ count: 12, items: items.slice(1, 4) })
        await trial.update(items[11], { pinned: true })
        expect((await trial.list({}, { limit: 3, offset: 0 })).items.map(({ name }) => name)).toEqual([
          'm',
          'z',
          '\u{1F600}',
        ])
      },
    ),

    storeRule('STORE-322', 'dashboards are ordered by their sort name', async ({ store }) => {
      const trial = await dashboardListTrial(store)
      await trial.add('Zebra', {}, { sortName: 'b' })
      await trial.add('apple', {}, { sortName: 'a' })
      await trial.add(null, {}, { sortName: '' })
      await trial.expectNames({}, [null, 'apple', 'Zebra'])
    }),

    storeRule(
      'STORE-323',
      '`search` matches literally: case, accents and pattern characters count',
      async ({ store }) => {
        const trial = await dashboardListTrial(store)
        await trial.add('a', {}, { searchText: '100% done\nnotes\ntag' })
        await trial.add('b', {}, { searchText: 'do_ne é \u{1F600}' })
        await trial.add('c', {}, { searchText: 'do*ne [x] \\ é 1000' })
        await trial.expectNames({ search: '' }, ['a', 'b', 'c'])
        await trial.expectNames({ search: '100' }, ['a', 'c'])
        await trial.expectNames({ search: '%' }, ['a'])
        await trial.expectNames({ search: 'notes' }, ['a'])
        await trial.expectNames({ search: 'do_ne' }, ['b'])
        await trial.expectNames({ search: '\u{1F600}' }, ['b'])
        await trial.expectNames({ search: '[x] \\' }, ['c'])
        await trial.expectNames({ search: 'é' }, ['b', 'c'])
        await trial.expectNames({ search: 'e\u0301' }, [])
        await trial.expectNames({ search: 'DONE' }, [])
      },
    ),

    storeRule(
      'STORE-324',
      '`tags` finds dashboards with any of these tags, compared as a whole and case-sensitively',
      async ({ store }) => {
        const trial = await dashboardListTrial(store)
        await trial.add('a', { tags: ['beta', 'ui'] })
        await trial.add('b', { tags: ['BETA'] })
        await trial.add('c', { tags: ['beta2', 'be"ta', 'a,b', '\0'] })
        await trial.add('none', { tags: [] })
        await trial.expectNames({ tags: ['beta'] }, ['a'])
        await trial.expectNames({ tags: ['beta', 'ui', 'BETA'] }, ['a', 'b'])
        await trial.expectNames({ tags: ['be"ta'] }, ['c'])
        await trial.expectNames({ tags: ['\0'] }, ['c'])
        await trial.expectNames({ tags: ['a'] }, [])
        await trial.expectNames({ tags: ['beta","ui'] }, [])
        await trial.expectNames({ tags: [] }, [])
      },
    ),

    storeRule('STORE-325', '`creationMode` finds dashboards with exactly that mode', async ({ store }) => {
      const trial = await dashboardListTrial(store)
      const modes = ['default', 'duplicate', 'template', 'unlisted'] as const
      for (const creationMode of modes) await trial.add(creationMode, { creationMode })
      for (const creationMode of modes) await trial.expectNames({ creationMode }, [creationMode])
    }),

    storeRule('STORE-326', '`pinned` finds pinned dashboards, or others', async ({ store }) => {
      const trial = await dashboardListTrial(store)
      await trial.add('loose', {})
      await trial.add('pinned', { pinned: true })
      await trial.expectNames({ pinned: true }, ['pinned'])
      await trial.expectNames({ pinned: false }, ['loose'])
    }),

    storeRule(
      'STORE-327',
      '`excludeGenerated` excludes dashboards whose names start like those of generated dashboards',
      async ({ store }) => {
        const trial = await dashboardListTrial(store)
        const generated = ['Generated Dashboard', 'Generated Dashboard: flag Usage']
        const kept = ['A Generated Dashboard', 'Generated', 'Generated dashboard', 'generated Dashboard: flag', '']
        for (const name of [...generated, ...kept, null]) await trial.add(name, {})
        const { items } = await trial.list({ excludeGenerated: true }, { limit: 100, offset: 0 })
        expect(new Set(items.map(({ name }) => name))).toEqual(new Set([...kept, null]))
        for (const query of [{ excludeGenerated: false }, {}]) {
          expect((await trial.list(query, { limit: 100, offset: 0 })).count).toBe(8)
        }
      },
    ),

    storeRule(
      'STORE-328',
      'a dashboard must match every filter, and the count is the number of matching dashboards',
      async ({ store }) => {
        const trial = await dashboardListTrial(store)
        for (const n of [1, 2, 3, 4, 5]) await trial.add(`match ${n}`, { tags: ['x'], creationMode: 'template' })
        await trial.add('match pinned', { tags: ['x'], creationMode: 'template', pinned: true })
        await trial.add('match untagged', { creationMode: 'template' })
        await trial.add('match default', { tags: ['x'] })
        await trial.add('other', { tags: ['x'], creationMode: 'template' })
        const query: DashboardQuery = { search: 'match', tags: ['x', 'y'], creationMode: 'template', pinned: false }
        const { count, items } = await trial.list({ ...query, excludeGenerated: true }, { limit: 2, offset: 2 })
        expect(count).toBe(5)
        expect(items.map(({ name }) => name)).toEqual(['match 3', 'match 4'])
      },
    ),

    storeRule('STORE-329', 'after an update, a dashboard is found by its new values only', async ({ store }) => {
      const trial = await dashboardListTrial(store)
      const dashboard = await trial.add('old', { tags: ['old'] })
      await trial.update(dashboard, { name: 'new', tags: ['new'], pinned: true })
      for (const query of [{ search: 'old' }, { tags: ['old'] }, { pinned: false }]) await trial.expectNames(query, [])
      for (const query of [{ search: 'new' }, { tags: ['new'] }, { pinned: true }]) {
        await trial.expectNames(query, ['new'])
      }
      await trial.update(dashboard, { deleted: true })
      await trial.expectNames({}, [])
      await trial.update(dashboard, { creationMode: 'unlisted' })
      await trial.expectNames({}, [])
      await trial.expectNames({ creationMode: 'unlisted' }, ['old'])
    }),

    storeRule('STORE-330', '`deleted` lists deleted dashboards only, in the same order', async ({ store }) => {
      const trial = await dashboardListTrial(store)
      await trial.add('live', {})
      await trial.add('b', { deleted: true })
      await trial.add('a', { deleted: true })
      await trial.add('z', { deleted: true, pinned: true })
      await trial.add('unlisted', { deleted: true, creationMode: 'unlisted' })
      await trial.expectNames({ deleted: true }, ['z', 'a', 'b'])
      await trial.expectNames({ deleted: true, pinned: false }, ['a', 'b'])
    }),
  ],
}

const SORTED_NAMES = ['m', 'z', '', 'B', 'Z', 'a', 'a', 'a', 'b', 'é', '\u{FF5E}', '\u{1F600}']

async function dashboardListTrial(store: Store) {
  const { project } = await seedTenant(store)
  const list = (query: DashboardQuery, page: { limit: number; offset: number }) =>
    store.read((tx) => tx.dashboards.list(project.id, query, page))
  return {
    list,
    add: (name: string | null, overrides: Partial<NewDashboard>, index?: Partial<DashboardIndex>) =>
      seedDashboard(store, { projectId: project.id, name, ...overrides }, index),
    async update(dashboard: Dashboard | undefined, changes: Partial<NewDashboard>): Promise<void> {
      if (!dashboard) throw new Error('there is a dashboard')
      const changed = { ...dashboard, ...changes }
      await store.write((tx) => tx.dashboards.update(changed, newDashboardIndex(changed)))
    },
    /** Expects the query to list these names in this order. */
    async expectNames(query: DashboardQuery, names: readonly (string | null)[]): Promise<void> {
      const { count, items } = await list(query, { limit: 100, offset: 0 })
      expect({ query, count, names: items.map(({ name }) => name) }).toEqual({ query, count: names.length, names })
    },
  }
}
