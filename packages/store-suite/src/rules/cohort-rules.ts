import type { Cohort, Page, PageRequest, Store } from '@flagdeck/core'
import { newCohortIndex, newCohortRow, seedCohort, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import type { CohortTable, NewCohort } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const cohortRules: StoreRuleGroup = {
  title: 'cohorts',
  about:
    'A static cohort stores the number of its members, which stays correct under concurrent additions and removals.',
  rules: [
    storeRule(
      'STORE-220',
      'an update replaces everything of a cohort except its id, project, creator and members',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [creator, editor] = [await seedUser(store), await seedUser(store)]
        const cohort = await seedCohort(store, { projectId: project.id, createdBy: creator })
        const other = await seedCohort(store, { projectId: project.id })
        await store.write((tx) => tx.cohortMembers.add(project.id, cohort.id, ['a', 'b']))
        const changed: Cohort = { ...cohort, ...EVERYTHING_ELSE, createdBy: editor, memberCount: 77 }
        expect(await store.write((tx) => tx.cohorts.update(changed, newCohortIndex('changed')))).toBe(true)
        await store.read(async (tx) => {
          const expected = { ...changed, createdBy: creator, memberCount: 2 }
          expect(await tx.cohorts.find(project.id, cohort.id)).toEqual(expected)
          expect(await tx.cohorts.find(project.id, other.id)).toEqual(other)
        })
      },
    ),

    storeRule(
      'STORE-221',
      'an update of a cohort that does not exist returns false and creates none',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const cohort = await seedCohort(store, { projectId: project.id })
        const missing = { ...cohort, id: cohort.id + 1000 }
        expect(await store.write((tx) => tx.cohorts.update(missing, newCohortIndex('missing')))).toBe(false)
        await store.read(async (tx) => {
          expect(await tx.cohorts.find(project.id, missing.id)).toBeUndefined()
          expect(await tx.cohorts.changedSince(project.id, 0)).toEqual([cohort])
        })
      },
    ),

    storeRule(
      'STORE-293',
      '`listNames` returns the names of the requested cohorts, deleted ones too, and of no other project',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const { project: elsewhere } = await seedTenant(store)
        const cohort = await seedCohort(store, { projectId: project.id, name: 'Beta' })
        const deleted = await seedCohort(store, { projectId: project.id, name: 'Old' })
        const foreign = await seedCohort(store, { projectId: elsewhere.id })
        await seedCohort(store, { projectId: project.id })
        await store.write((tx) => tx.cohorts.update({ ...deleted, deleted: true }, newCohortIndex('old')))
        const ids = [deleted.id, foreign.id, cohort.id, cohort.id, deleted.id + 1000]
        const [names, none] = await store.read((tx) =>
          Promise.all([tx.cohorts.listNames(project.id, ids), tx.cohorts.listNames(project.id, [])]),
        )
        expect(names.toSorted((a, b) => a.id - b.id)).toEqual([
          { id: cohort.id, name: 'Beta', deleted: false },
          { id: deleted.id, name: 'Old', deleted: true },
        ])
        expect(none).toEqual([])
      },
    ),

    storeRule(
      'STORE-602',
      '`ids` restricts a list to cohorts of this project with these ids that also match the search',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const { project: elsewhere } = await seedTenant(store)
        const beta = await seedCohort(store, { projectId: project.id, name: 'Beta' })
        const staff = await seedCohort(store, { projectId: project.id, name: 'Staff' })
        await seedCohort(store, { projectId: project.id, name: 'Beta, the others' })
        const foreign = await seedCohort(store, { projectId: elsewhere.id, name: 'Beta' })
        const ids = [beta.id, staff.id, foreign.id, staff.id + 1000]
        const listed = (query: {
          readonly ids: readonly number[]
          readonly search?: string
          readonly deleted?: boolean
        }) =>
          store.read(async (tx) => {
            const { count, items } = await tx.cohorts.list(project.id, query, { limit: 10, offset: 0 })
            return [count, ...items.map(({ id }) => id).sort((a, b) => a - b)]
          })
        expect(await listed({ ids })).toEqual([2, beta.id, staff.id])
        expect(await listed({ ids, search: 'bet' })).toEqual([1, beta.id])
        expect(await listed({ ids, deleted: true })).toEqual([0])
        expect(await listed({ ids: [] })).toEqual([0])
      },
    ),

    storeRule('STORE-222', 'live cohorts are listed newest first, ties by descending id', async ({ store }) => {
      const { project } = await seedTenant(store)
      const days = ['2026-01-02', '2026-01-03', '2026-01-02', '2026-01-01', '2026-01-02', '2026-01-03']
      const made: Cohort[] = []
      for (const day of days) made.push(await seedCohort(store, { projectId: project.id, createdAt: moment(day) }))
      await touchAgain(store, made[0])
      const deleted = await seedCohort(store, { projectId: project.id, createdAt: moment('2026-01-04') })
      await store.write((tx) => tx.cohorts.update({ ...deleted, deleted: true }, newCohortIndex('')))
      const expected = [5, 1, 4, 2, 0, 3].map((n) => made[n])
      expect(await list(store, project.id)).toEqual({ count: 6, items: expected })
      expect(await list(store, project.id, undefined, { limit: 2, offset: 3 })).toEqual({
        count: 6,
        items: expected.slice(3, 5),
      })
      expect(await store.read((tx) => tx.cohorts.find(project.id, deleted.id))).toMatchObject({ deleted: true })
      const gone = (search?: string) => store.read((tx) => tx.cohorts.list(project.id, { deleted: true, search }, ALL))
      expect(await gone()).toEqual({ count: 1, items: [{ ...deleted, deleted: true }] })
      expect(await gone('nobody is called so')).toEqual({ count: 0, items: [] })
    }),

    storeRule('STORE-604', 'cohorts are filtered by type, also together with a search', async ({ store }) => {
      const { project } = await seedTenant(store)
      const rule = await seedCohort(store, { projectId: project.id, name: 'One', isStatic: false })
      const members = await seedCohort(store, { projectId: project.id, name: 'Two', isStatic: true })
      const found = (query: Parameters<CohortTable['list']>[1]) =>
        store.read((tx) => tx.cohorts.list(project.id, query, ALL))
      expect(await found({ isStatic: true })).toEqual({ count: 1, items: [members] })
      expect(await found({ isStatic: false })).toEqual({ count: 1, items: [rule] })
      expect(await found({ isStatic: true, search: 'one' })).toEqual({ count: 0, items: [] })
      expect(await found({ isStatic: true, search: 'two' })).toEqual({ count: 1, items: [members] })
    }),

    storeRule(
      'STORE-223',
      'a search matches the lower-case name literally: accents and pattern characters count',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const names = ['Beta Users', 'beta%users', 'beta_users', 'bétα', 'B\\eta', "o'beta"]
        for (const name of names) await seedCohort(store, { projectId: project.id, name })
        const found = async (search: string): Promise<string[]> => {
          const { count, items } = await list(store, project.id, search)
          expect(count).toBe(items.length)
          return items.map(({ name }) => name).sort()
        }
        expect(await found('beta')).toEqual(['Beta Users', 'beta%users', 'beta_users', "o'beta"])
        expect(await found('beta users')).toEqual(['Beta Users'])
        expect(await found('%')).toEqual(['beta%users'])
        expect(await found('_')).toEqual(['beta_users'])
        expect(await found('\\')).toEqual(['B\\eta'])
        expect(await found('é')).toEqual(['bétα'])
        expect(await found('Beta')).toEqual([])
        expect(await found('')).toEqual([...names].sort())
      },
    ),

    storeRule('STORE-224', 'after an update, a cohort is found by its new name only', async ({ store }) => {
      const { project } = await seedTenant(store)
      const cohort = await seedCohort(store, { projectId: project.id, name: 'before' })
      await store.write((tx) => tx.cohorts.update({ ...cohort, name: 'After' }, newCohortIndex('after')))
      expect((await list(store, project.id, 'before')).count).toBe(0)
      expect((await list(store, project.id, 'after')).items).toEqual([{ ...cohort, name: 'After' }])
    }),

    storeRule(
      'STORE-225',
      '`changedSince` returns the cohorts that changed after a version, deleted ones too; `listLive` returns every live cohort; both by id',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const made: Cohort[] = []
        for (const projectVersion of [5, 3, 9, 4, 4]) {
          const deleted = projectVersion === 9
          made.push(await seedCohort(store, { projectId: project.id, projectVersion, deleted }))
        }
        await touchAgain(store, made[0])
        for (const since of [0, 3, 4, 5, 8, 9]) {
          const expected = made.filter(({ projectVersion }) => projectVersion > since)
          expect(await store.read((tx) => tx.cohorts.changedSince(project.id, since))).toEqual(expected)
        }
        const live = made.filter(({ deleted }) => !deleted)
        expect(await store.read((tx) => tx.cohorts.listLive(project.id))).toEqual(live)
      },
    ),

    storeRule(
      'STORE-226',
      'every method returns the number of members of a static cohort, and null for a dynamic one',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const empty = await seedCohort(store, { projectId: project.id })
        const full = await seedCohort(store, { projectId: project.id })
        const dynamic = await seedCohort(store, { projectId: project.id, ...DYNAMIC })
        await store.write((tx) => tx.cohortMembers.add(project.id, full.id, ['a', 'b', 'c']))
        expect([empty, full, dynamic].map(({ memberCount }) => memberCount)).toEqual([0, 0, null])
        await store.read(async (tx) => {
          const found = [empty, full, dynamic].map(({ id }) => tx.cohorts.find(project.id, id))
          const changed = await tx.cohorts.changedSince(project.id, 0)
          const { items } = await tx.cohorts.list(project.id, {}, ALL)
          for (const each of [await Promise.all(found), changed, [...items].reverse()]) {
            expect(each.map((cohort) => cohort?.memberCount)).toEqual([0, 3, null])
          }
        })
      },
    ),

    storeRule('STORE-227', 'cohort ids are positive, ascending integers', async ({ store }) => {
      const [one, two] = [await seedTenant(store), await seedTenant(store)]
      const ids: number[] = []
      for (const { project } of [one, two, one]) ids.push((await seedCohort(store, { projectId: project.id })).id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
    }),

    storeRule('STORE-228', 'two cohorts can have the same name', async ({ store }) => {
      const { project } = await seedTenant(store)
      const row = newCohortRow({ projectId: project.id, name: 'same' })
      for (let n = 0; n < 2; n++) await store.write((tx) => tx.cohorts.insert(row, newCohortIndex('same')))
      expect((await list(store, project.id, 'same')).count).toBe(2)
    }),
  ],
}

const DYNAMIC = {
  isStatic: false,
  properties: { type: 'OR', values: [{ key: 'plan', type: 'person', value: 'pro' }] },
} as const satisfies Partial<NewCohort>

/** Another value for every column that an update may change. */
const EVERYTHING_ELSE = {
  name: 'Changed',
  description: 'changed',
  isStatic: true,
  properties: { type: 'AND', values: [] },
  deleted: true,
  createdAt: moment('2020-01-01'),
  version: 5,
  projectVersion: 8,
} as const satisfies Omit<Cohort, 'id' | 'projectId' | 'createdBy' | 'memberCount'>

function list(store: Store, projectId: number, search?: string, page: PageRequest = ALL): Promise<Page<Cohort>> {
  return store.read((tx) => tx.cohorts.list(projectId, { search }, page))
}

/** Writes a cohort again without changes, because databases move an updated row behind the others. */
async function touchAgain(store: Store, cohort: Cohort | undefined): Promise<void> {
  if (!cohort) throw new Error('there is a cohort')
  await store.write((tx) => tx.cohorts.update(cohort, newCohortIndex(cohort.name.toLowerCase())))
}
