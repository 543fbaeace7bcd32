import type { Page, PageRequest, Store } from '@flagdeck/core'
import { seedInsight, seedTenant, seedTextCard, seedUser } from '@flagdeck/core/fixtures'
import type { Insight, InsightQuery, NewInsight, TextCard } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const insightRules: StoreRuleGroup = {
  title: 'texts and insights',
  rules: [
    storeRule('STORE-350', 'an update replaces everything of a text except its id and project', async ({ store }) => {
      const { project } = await seedTenant(store)
      const [author, editor] = [await seedUser(store), await seedUser(store)]
      const text = await seedTextCard(store, { projectId: project.id, createdBy: author })
      const other = await seedTextCard(store, { projectId: project.id })
      const changed: TextCard = {
        ...text,
        body: null,
        createdBy: editor,
        lastModifiedAt: moment('2026-02-01'),
        lastModifiedBy: author,
      }
      await store.write((tx) => tx.textCards.update(changed))
      expect(await texts(store, project.id, [text.id, other.id])).toEqual([changed, other])
    }),

    storeRule(
      'STORE-351',
      'an update replaces everything of an insight except its id, project, short id, creator and creation time',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [creator, editor] = [await seedUser(store), await seedUser(store)]
        const insight = await seedInsight(store, { projectId: project.id, createdBy: creator })
        const other = await seedInsight(store, { projectId: project.id })
        const changed: Insight = { ...insight, ...EVERYTHING_ELSE, createdBy: editor, lastModifiedBy: editor }
        await store.write((tx) => tx.insights.update(changed, 'changed'))
        const { shortId, createdAt } = insight
        const expected = { ...changed, shortId, createdAt, createdBy: creator }
        await store.read(async (tx) => {
          expect(await tx.insights.findMany(project.id, [insight.id, other.id])).toEqual([expected, other])
          expect(await tx.insights.findByShortId(project.id, shortId)).toEqual(expected)
          expect(await tx.insights.findByShortId(project.id, changed.shortId)).toBeUndefined()
        })
      },
    ),

    storeRule('STORE-352', 'an update of a text or an insight that does not exist creates none', async ({ store }) => {
      const { project } = await seedTenant(store)
      const [text, insight] = [
        await seedTextCard(store, { projectId: project.id }),
        await seedInsight(store, { projectId: project.id }),
      ]
      await store.write(async (tx) => {
        await tx.textCards.update({ ...text, id: text.id + 1000 })
        await tx.insights.update({ ...insight, id: insight.id + 1000, shortId: 'other' }, '')
        expect(await tx.textCards.findMany(project.id, [text.id + 1000])).toEqual([])
        expect(await tx.insights.findMany(project.id, [insight.id + 1000])).toEqual([])
        expect(await tx.insights.list(project.id, {}, ALL)).toEqual({ count: 1, items: [insight] })
      })
    }),

    storeRule(
      'STORE-353',
      '`findMany` returns the requested texts or insights that exist, deleted ones too, by id, each once',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [madeTexts, madeInsights]: [TextCard[], Insight[]] = [[], []]
        for (const deleted of [false, true, false, false]) {
          madeTexts.push(await seedTextCard(store, { projectId: project.id }))
          madeInsights.push(await seedInsight(store, { projectId: project.id, deleted }))
        }
        // Databases move an updated row behind the others.
        await store.write(async (tx) => {
          if (madeTexts[0]) await tx.textCards.update(madeTexts[0])
          if (madeInsights[0]) await tx.insights.update(madeInsights[0], '')
        })
        const asked = (made: readonly { id: number }[]) => [2, 0, 2, 1].map((n) => made[n]?.id ?? 0)
        const unknown = Array.from({ length: 5000 }, (_, n) => 1_000_000 + n)
        expect(await texts(store, project.id, [...unknown, ...asked(madeTexts)])).toEqual(madeTexts.slice(0, 3))
        await store.read(async (tx) => {
          const found = await tx.insights.findMany(project.id, [...unknown, ...asked(madeInsights)])
          expect(found).toEqual(madeInsights.slice(0, 3))
          expect(await tx.insights.findMany(project.id, [])).toEqual([])
        })
        expect(await texts(store, project.id, [])).toEqual([])
      },
    ),

    storeRule('STORE-354', 'live insights are listed newest first, ties by descending id', async ({ store }) => {
      const trial = await insightListTrial(store)
      const days = ['2026-01-02', '2026-01-03', '2026-01-02', '2026-01-01', '2026-01-02', '2026-01-03']
      const made: Insight[] = []
      for (const [n, day] of days.entries()) made.push(await trial.add(`${n}`, { createdAt: moment(day) }))
      await trial.add('deleted', { createdAt: moment('2026-01-04'), deleted: true })
      // Databases move an updated row behind the others.
      await trial.update(made[0], {})
      const expected = [5, 1, 4, 2, 0, 3].map((n) => made[n])
      expect(await trial.list({}, ALL)).toEqual({ count: 6, items: expected })
      expect(await trial.list({}, { limit: 2, offset: 3 })).toEqual({ count: 6, items: expected.slice(3, 5) })
    }),

    storeRule(
      'STORE-355',
      '`search` matches the search text literally: case, accents and pattern characters count',
      async ({ store }) => {
        const trial = await insightListTrial(store)
        await trial.add('a', {}, '100% done\nnotes')
        await trial.add('b', {}, 'do_ne é')
        await trial.add('c', {}, 'do*ne \\ 1000')
        await trial.expectNames({ search: '' }, ['c', 'b', 'a'])
        await trial.expectNames({ search: '100' }, ['c', 'a'])
        await trial.expectNames({ search: '%' }, ['a'])
        await trial.expectNames({ search: '_' }, ['b'])
        await trial.expectNames({ search: '*ne \\' }, ['c'])
        await trial.expectNames({ search: 'é' }, ['b'])
        await trial.expectNames({ search: 'DONE' }, [])
      },
    ),

    storeRule('STORE-356', 'insights are filtered by short id, saved, favorited and tags', async ({ store }) => {
      const trial = await insightListTrial(store)
      await trial.add('a', { shortId: 'AbcdEfgh', saved: false, tags: ['beta', 'ui'] })
      await trial.add('b', { shortId: 'abcdefgh', favorited: true, tags: ['BETA', 'be"ta'] })
      await trial.add('c', { tags: [] })
      await trial.expectNames({ shortId: 'AbcdEfgh' }, ['a'])
      await trial.expectNames({ shortId: 'abcdefgH' }, [])
      await trial.expectNames({ saved: true }, ['c', 'b'])
      await trial.expectNames({ saved: false }, ['a'])
      await trial.expectNames({ favorited: true }, ['b'])
      await trial.expectNames({ favorited: false }, ['c', 'a'])
      await trial.expectNames({ tags: ['beta', 'be"ta'] }, ['b', 'a'])
      await trial.expectNames({ tags: ['beta'] }, ['a'])
      await trial.expectNames({ tags: [] }, [])
      await trial.expectNames({ tags: ['ui', 'BETA'], saved: true, favorited: true, search: 'b' }, ['b'])
      await trial.expectNames({ tags: ['ui', 'BETA'], saved: false, favorited: true }, [])
    }),

    storeRule(
      'STORE-605',
      'insights can be ordered by the time of their last change, ties by descending id',
      async ({ store }) => {
        const trial = await insightListTrial(store)
        const days = ['2026-01-02', '2026-01-04', '2026-01-02', '2026-01-03']
        const made: Insight[] = []
        for (const [n, day] of days.entries()) {
          const lastModifiedAt = moment(day)
          made.push(await trial.add(`${n}`, { createdAt: moment(`2025-01-0${n + 1}`), lastModifiedAt }))
        }
        await trial.add('deleted', { lastModifiedAt: moment('2026-01-05'), deleted: true })
        await trial.update(made[0], {})
        await trial.expectNames({ order: 'modified' }, ['1', '3', '2', '0'])
        await trial.expectNames({}, ['3', '2', '1', '0'])
        await trial.expectNames({ order: 'modified', modifiedAfter: moment('2026-01-02') }, ['1', '3'])
        await trial.expectNames({ modifiedAfter: moment('2026-01-02') }, ['3', '1'])
        await trial.expectNames({ order: 'modified', modifiedAfter: moment('2026-01-04') }, [])
        await trial.update(made[2], { lastModifiedAt: moment('2026-01-06') })
        await trial.expectNames({ order: 'modified', modifiedAfter: moment('2026-01-02') }, ['2', '1', '3'])
        expect(await trial.list({ order: 'modified' }, { limit: 2, offset: 1 })).toMatchObject({
          count: 4,
          items: [{ name: '1' }, { name: '3' }],
        })
      },
    ),

    storeRule(
      'STORE-606',
      'insights are filtered by creator, and by the times of creation and last change',
      async ({ store }) => {
        const trial = await insightListTrial(store)
        const [ada, bo] = [await seedUser(store), await seedUser(store)]
        const day = (n: number) => moment(`2026-01-0${n}`)
        await trial.add('a', { createdBy: ada, createdAt: day(1), lastModifiedAt: day(5) })
        await trial.add('b', { createdBy: bo, createdAt: day(2), lastModifiedAt: day(2) })
        await trial.add('c', { createdBy: null, createdAt: day(3), lastModifiedAt: day(3) })
        await trial.expectNames({ createdByIds: [ada.id] }, ['a'])
        await trial.expectNames({ createdByIds: [bo.id, ada.id] }, ['b', 'a'])
        await trial.expectNames({ createdByIds: [] }, [])
        await trial.expectNames({ createdAfter: day(1) }, ['c', 'b'])
        await trial.expectNames({ createdBefore: day(3) }, ['b', 'a'])
        await trial.expectNames({ modifiedAfter: day(2) }, ['c', 'a'])
        await trial.expectNames({ modifiedBefore: day(3) }, ['b'])
        await trial.expectNames({ createdByIds: [ada.id], createdBefore: day(2), modifiedAfter: day(4) }, ['a'])
        await trial.expectNames({ createdAfter: day(2), createdBefore: day(3) }, [])
      },
    ),

    storeRule('STORE-357', 'after an update, an insight is found by its new values only', async ({ store }) => {
      const trial = await insightListTrial(store)
      const insight = await trial.add('old', { tags: ['old'] })
      await trial.update(insight, { name: 'new', tags: ['new'], saved: false, favorited: true })
      for (const query of BY_OLD) await trial.expectNames(query, [])
      for (const query of BY_NEW) await trial.expectNames(query, ['new'])
      await trial.update(insight, { deleted: true })
      await trial.expectNames({}, [])
    }),

    storeRule(
      'STORE-358',
      'short ids are case-sensitive and unique only within a project; those of deleted insights stay taken',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const upper = await seedInsight(store, { projectId: project.id, shortId: 'ABCD1234', deleted: true })
        const lower = await seedInsight(store, { projectId: project.id, shortId: 'abcd1234' })
        const elsewhere = await seedInsight(store, { projectId: other.project.id, shortId: 'ABCD1234' })
        await store.read(async (tx) => {
          expect(await tx.insights.findByShortId(project.id, 'ABCD1234')).toEqual(upper)
          expect(await tx.insights.findByShortId(project.id, 'abcd1234')).toEqual(lower)
          expect(await tx.insights.findByShortId(other.project.id, 'ABCD1234')).toEqual(elsewhere)
        })
        await expect(seedInsight(store, { projectId: project.id, shortId: 'ABCD1234' })).rejects.toMatchObject({
          constraint: 'insights_short_id',
        })
      },
    ),

    storeRule(
      'STORE-359',
      'an insight without a description is distinguished from one with an empty description',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const made: Insight[] = []
        for (const description of [null, '', 'x'])
          made.push(await seedInsight(store, { projectId: project.id, description }))
        const stored = () =>
          store.read((tx) =>
            tx.insights.findMany(
              project.id,
              made.map(({ id }) => id),
            ),
          )
        expect(await stored()).toEqual(made)
        const changed = made.map((insight, n) => ({ ...insight, description: ['', 'x', null][n] ?? null }))
        await store.write(async (tx) => {
          for (const insight of changed) await tx.insights.update(insight, '')
        })
        expect(await stored()).toEqual(changed)
      },
    ),
  ],
}

/** Another value for every column. */
const EVERYTHING_ELSE = {
  shortId: 'changed1',
  name: null,
  derivedName: 'derived',
  description: 'changed',
  query: { kind: 'InsightVizNode' },
  tags: ['changed'],
  favorited: true,
  saved: false,
  isSample: true,
  deleted: true,
  deletionId: 'a0000000-0000-4000-8000-000000000000',
  createdAt: moment('2020-01-01'),
  updatedAt: moment('2026-02-01'),
  lastModifiedAt: moment('2026-02-02'),
} as const satisfies Omit<Insight, 'id' | 'projectId' | 'createdBy' | 'lastModifiedBy'>

const BY_OLD: readonly InsightQuery[] = [{ search: 'old' }, { tags: ['old'] }, { saved: true }, { favorited: false }]
const BY_NEW: readonly InsightQuery[] = [{ search: 'new' }, { tags: ['new'] }, { saved: false }, { favorited: true }]

function texts(store: Store, projectId: number, ids: readonly number[]): Promise<readonly TextCard[]> {
  return store.read((tx) => tx.textCards.findMany(projectId, ids))
}

async function insightListTrial(store: Store) {
  const { project } = await seedTenant(store)
  const list = (query: InsightQuery, page: PageRequest): Promise<Page<Insight>> =>
    store.read((tx) => tx.insights.list(project.id, query, page))
  return {
    list,
    add: (name: string, overrides: Partial<NewInsight>, searchText?: string) =>
      seedInsight(store, { projectId: project.id, name, ...overrides }, searchText),
    async update(insight: Insight | undefined, changes: Partial<NewInsight>): Promise<void> {
      if (!insight) throw new Error('there is an insight')
      const changed = { ...insight, ...changes }
      await store.write((tx) => tx.insights.update(changed, changed.name ?? ''))
    },
    /** Expects the query to list these names in this order. */
    async expectNames(query: InsightQuery, names: readonly string[]): Promise<void> {
      const { count, items } = await list(query, ALL)
      expect({ query, count, names: items.map(({ name }) => name) }).toEqual({ query, count: names.length, names })
    },
  }
}
