import type { Cohort, Page, PageRequest, Store } from '@flagdeck/core'
import { newCohortIndex, type SeededTenant, seedCohort, seedTenant } from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { eventLoopTurn } from './event-loop-turn.ts'
import { ODD_KEYS, SHUFFLED_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const cohortMemberRules: StoreRuleGroup = {
  title: 'members of cohorts',
  about:
    'Members are distinct ids, also of unknown persons. A distinct id that is added twice, also concurrently, is a member once.',
  rules: [
    storeRule('STORE-230', 'adding members returns the number of new members', async ({ store }) => {
      const trial = await memberTrial(store)
      expect(await trial.add(['a', 'b', 'a'])).toBe(2)
      expect(await trial.add(['b', 'c', 'c', 'd'])).toBe(2)
      expect(await trial.add(['a', 'd'])).toBe(0)
      expect(await trial.add([])).toBe(0)
      await trial.expectMembers(['a', 'b', 'c', 'd'])
    }),

    storeRule('STORE-231', 'any number of members can be added in one call', async ({ store }) => {
      const trial = await memberTrial(store)
      await trial.add(Array.from({ length: 500 }, (_, n) => `member ${n * 50}`))
      const many = Array.from({ length: 25_000 }, (_, n) => `member ${n}`)
      expect(await trial.add(many)).toBe(24_500)
      expect(await trial.add([...many].reverse())).toBe(0)
      expect(await trial.memberCount()).toBe(25_000)
      const { count, items } = await trial.list({ limit: 2, offset: 24_998 })
      expect({ count, items }).toEqual({ count: 25_000, items: [...many].sort().slice(-2) })
    }),

    storeRule(
      'STORE-232',
      'if writers add the same members concurrently, each member is counted once',
      async (trial) => {
        const { store } = trial
        const members = Array.from({ length: 300 }, (_, n) => `member ${n}`)
        const { add, memberCount, list } = await memberTrial(store)
        const orders = [members, [...members].reverse(), members.slice(100), members.slice(0, 200)]
        const added = await Promise.all([...orders, ...orders].map((order) => add(order)))
        expect(added.reduce((sum, n) => sum + n)).toBe(300)
        expect(await memberCount()).toBe(300)
        expect((await list(ALL)).items).toEqual([...members].sort())
      },
    ),

    storeRule(
      'STORE-233',
      'after concurrent additions and removals, the count equals the number of members',
      async ({ store }) => {
        const trial = await memberTrial(store)
        const members = Array.from({ length: 20 }, (_, n) => `member ${n}`)
        await trial.add(members.slice(0, 10))
        const removals = members.map((member) => trial.remove(member))
        const [removed, added] = await Promise.all([
          Promise.all(removals),
          Promise.all([trial.add(members), trial.add([...members].reverse())]),
        ])
        const { count, items } = await trial.list(ALL)
        expect(items.length).toBe(10 + added[0] + added[1] - removed.filter(Boolean).length)
        expect([count, await trial.memberCount()]).toEqual([items.length, items.length])
      },
    ),

    storeRule('STORE-234', 'members that two stores on one database add are counted once', async (trial) => {
      const { projectId, cohortId, memberCount } = await memberTrial(trial.store)
      const second = await trial.openSecond()
      const adds = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? second : trial.store).write(async (tx) => {
          await eventLoopTurn()
          return tx.cohortMembers.add(projectId, cohortId, ['same', `own ${n}`])
        }),
      )
      expect((await Promise.all(adds)).reduce((sum, n) => sum + n)).toBe(11)
      expect(await memberCount()).toBe(11)
    }),

    storeRule('STORE-235', 'members are ordered by their bytes, and may contain any characters', async ({ store }) => {
      const trial = await memberTrial(store)
      expect(await trial.add(SHUFFLED_KEYS)).toBe(ODD_KEYS.length)
      expect(await trial.list(ALL)).toEqual({ count: ODD_KEYS.length, items: ODD_KEYS })
      for (const key of ODD_KEYS) expect(await trial.isMember(key)).toBe(true)
      for (const other of ['b', 'null ', '\u00c9', '7']) expect(await trial.isMember(other)).toBe(false)
      expect(await trial.add(ODD_KEYS)).toBe(0)
    }),

    storeRule('STORE-236', '`cohortsOf` returns those of the given cohorts that have the member', async ({ store }) => {
      const { project } = await seedTenant(store)
      const ids: number[] = []
      for (let n = 0; n < 4; n++) ids.push((await seedCohort(store, { projectId: project.id })).id)
      const [one = 0, two = 0, three = 0, four = 0] = ids
      await store.write(async (tx) => {
        for (const id of [one, two, three]) await tx.cohortMembers.add(project.id, id, ['ada', 'bob'])
        await tx.cohortMembers.add(project.id, four, ['bob'])
      })
      const cohortsOf = (distinctId: string, asked: readonly number[]) =>
        store.read((tx) => tx.cohortMembers.cohortsOf(project.id, distinctId, asked))
      expect(await cohortsOf('ada', [one, three, four])).toEqual(new Set([one, three]))
      expect(await cohortsOf('ada', [one, one])).toEqual(new Set([one]))
      expect(await cohortsOf('ada', [])).toEqual(new Set())
      expect(await cohortsOf('nobody', ids)).toEqual(new Set())
      const unknown = Array.from({ length: 5000 }, (_, n) => four + 1 + n)
      expect(await cohortsOf('ada', [...unknown, two])).toEqual(new Set([two]))
    }),

    storeRule(
      'STORE-292',
      '`cohortsOfEach` returns for many persons the result of `cohortsOf` for each',
      async ({ store }) => {
        const { project, cohorts } = await cohortsOfTwo(store, 3)
        const [one = 0, two = 0, three = 0] = cohorts.map(({ id }) => id)
        await store.write(async (tx) => {
          await tx.cohortMembers.remove(project.id, two, 'bob')
          await tx.cohortMembers.add(project.id, three, ODD_KEYS)
        })
        const cohortsOfEach = async (distinctIds: readonly string[], asked: readonly number[]) => {
          const found = await store.read((tx) => tx.cohortMembers.cohortsOfEach(project.id, distinctIds, asked))
          return Object.fromEntries([...found].map(([id, ids]) => [id, ids.toSorted((a, b) => a - b)]))
        }
        expect(await cohortsOfEach(['ada', 'bob', 'nobody', 'ada'], [one, two, two])).toEqual({
          ada: [one, two],
          bob: [one],
        })
        expect(await cohortsOfEach([], [one])).toEqual({})
        expect(await cohortsOfEach(['ada'], [])).toEqual({})
        const odd = await store.read((tx) => tx.cohortMembers.cohortsOfEach(project.id, SHUFFLED_KEYS, [one, three]))
        expect(new Map(odd)).toEqual(new Map(ODD_KEYS.map((key) => [key, [three]])))
      },
    ),

    storeRule('STORE-237', 'removing a member returns whether it was one, and removes no other', async ({ store }) => {
      const trial = await memberTrial(store)
      const other = await seedCohort(store, { projectId: trial.projectId })
      await trial.add(['a', 'b'])
      await store.write((tx) => tx.cohortMembers.add(trial.projectId, other.id, ['a']))
      expect(await trial.remove('a')).toBe(true)
      expect(await trial.remove('a')).toBe(false)
      expect(await trial.remove('A')).toBe(false)
      await trial.expectMembers(['b'])
      await store.read(async (tx) => {
        expect((await tx.cohortMembers.list(trial.projectId, other.id, ALL)).items).toEqual(['a'])
        expect(await tx.cohorts.find(trial.projectId, other.id)).toEqual({ ...other, memberCount: 1 })
      })
      expect(await trial.add(['a'])).toBe(1)
    }),

    storeRule(
      'STORE-238',
      'a write that is rolled back changes neither the members nor their number',
      async ({ store }) => {
        const trial = await memberTrial(store)
        await trial.add(['a', 'b'])
        const write = store.write(async (tx) => {
          await tx.cohortMembers.add(trial.projectId, trial.cohortId, ['c', 'd'])
          await tx.cohortMembers.remove(trial.projectId, trial.cohortId, 'a')
          expect((await tx.cohorts.find(trial.projectId, trial.cohortId))?.memberCount).toBe(3)
          throw new Error('taken back')
        })
        await expect(write).rejects.toThrow('taken back')
        await trial.expectMembers(['a', 'b'])
      },
    ),

    storeRule(
      'STORE-239',
      'members stay while their cohort is deleted, and are still there when it is restored',
      async (trial) => {
        const { store } = trial
        const { project }: SeededTenant = await seedTenant(store)
        const cohort = await seedCohort(store, { projectId: project.id })
        await store.write((tx) => tx.cohortMembers.add(project.id, cohort.id, ['a']))
        for (const deleted of [true, false]) {
          await store.write((tx) => tx.cohorts.update({ ...cohort, deleted }, newCohortIndex('')))
          await store.read(async (tx) => {
            expect(await tx.cohorts.find(project.id, cohort.id)).toEqual({ ...cohort, deleted, memberCount: 1 })
            expect(await tx.cohortMembers.list(project.id, cohort.id, ALL)).toEqual({ count: 1, items: ['a'] })
          })
        }
      },
    ),

    storeRule(
      'STORE-290',
      'a person is removed from all cohorts in one call, deleted ones too; other persons stay',
      async ({ store }) => {
        const { project, cohorts } = await cohortsOfTwo(store, 3)
        const [one, two, deleted] = cohorts
        const other = await seedTenant(store)
        const foreign = await seedCohort(store, { projectId: other.project.id })
        await store.write(async (tx) => {
          if (deleted) await tx.cohorts.update({ ...deleted, deleted: true }, newCohortIndex(''))
          await tx.cohortMembers.remove(project.id, two?.id ?? 0, 'ada')
          await tx.cohortMembers.add(other.project.id, foreign.id, ['ada'])
        })
        const leave = () => store.write((tx) => tx.cohortMembers.removeFromAll(project.id, 'ada'))
        expect(await leave()).toEqual([one?.id, deleted?.id])
        expect(await leave()).toEqual([])
        await store.read(async (tx) => {
          for (const { id } of cohorts) {
            expect(await tx.cohortMembers.list(project.id, id, ALL)).toEqual({ count: 1, items: ['bob'] })
            expect((await tx.cohorts.find(project.id, id))?.memberCount).toBe(1)
          }
          expect((await tx.cohortMembers.list(other.project.id, foreign.id, ALL)).items).toEqual(['ada'])
        })
      },
    ),

    storeRule(
      'STORE-291',
      'if writers concurrently remove a person from all cohorts, each removal is reported once',
      async ({ store }) => {
        const { project, cohorts } = await cohortsOfTwo(store, 5)
        const leave = () => store.write((tx) => tx.cohortMembers.removeFromAll(project.id, 'ada'))
        const removals = cohorts.map(({ id }) =>
          store.write(async (tx) => ((await tx.cohortMembers.remove(project.id, id, 'ada')) ? [id] : [])),
        )
        const left = await Promise.all([leave(), leave(), ...removals, leave()])
        expect(left.flat().sort((a, b) => a - b)).toEqual(cohorts.map(({ id }) => id))
        await store.read(async (tx) => {
          for (const { id } of cohorts) expect((await tx.cohorts.find(project.id, id))?.memberCount).toBe(1)
        })
      },
    ),
  ],
}

/** Adds a number of cohorts, each with the members ada and bob. */
async function cohortsOfTwo(store: Store, count: number) {
  const { project } = await seedTenant(store)
  const cohorts: Cohort[] = []
  for (let n = 0; n < count; n++) cohorts.push(await seedCohort(store, { projectId: project.id }))
  await store.write(async (tx) => {
    for (const { id } of cohorts) await tx.cohortMembers.add(project.id, id, ['ada', 'bob'])
  })
  return { project, cohorts }
}

interface MemberTrial {
  readonly projectId: number
  readonly cohortId: number
  add(distinctIds: readonly string[]): Promise<number>
  remove(distinctId: string): Promise<boolean>
  list(page: PageRequest): Promise<Page<string>>
  isMember(distinctId: string): Promise<boolean>
  memberCount(): Promise<number | null | undefined>
  /** Fails unless exactly these are members, both in the list and in the count. */
  expectMembers(distinctIds: readonly string[]): Promise<void>
}

/** A static cohort, and operations on its members. */
async function memberTrial(store: Store): Promise<MemberTrial> {
  const { project } = await seedTenant(store)
  const [projectId, { id: cohortId }] = [project.id, await seedCohort(store, { projectId: project.id })]
  const list = (page: PageRequest) => store.read((tx) => tx.cohortMembers.list(projectId, cohortId, page))
  const memberCount = async () => (await store.read((tx) => tx.cohorts.find(projectId, cohortId)))?.memberCount
  return {
    projectId,
    cohortId,
    add: (distinctIds) => store.write((tx) => tx.cohortMembers.add(projectId, cohortId, distinctIds)),
    remove: (distinctId) => store.write((tx) => tx.cohortMembers.remove(projectId, cohortId, distinctId)),
    list,
    isMember: async (distinctId) =>
      (await store.read((tx) => tx.cohortMembers.cohortsOf(projectId, distinctId, [cohortId]))).has(cohortId),
    memberCount,
    async expectMembers(distinctIds) {
      expect(await list(ALL)).toEqual({ count: distinctIds.length, items: distinctIds })
      expect(await memberCount()).toBe(distinctIds.length)
    },
  }
}
