import type { Store, User } from '@flagdeck/core'
import { newDashboardCollaboratorRow, seedDashboard, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import type { DashboardCollaborator } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const dashboardCollaboratorRules: StoreRuleGroup = {
  title: 'dashboard collaborators',
  rules: [
    storeRule(
      'STORE-380',
      'collaborators of a dashboard are ordered by the time they were added, then by id',
      async ({ store }) => {
        const trial = await collaboratorTrial(store)
        const [one = 0, two = 0] = trial.dashboardIds
        const expected: DashboardCollaborator[] = []
        for (const [n, letter] of ['7', '2', '9', '4', '1'].entries()) {
          const id = `${letter}0000000-0000-4000-8000-000000000000`
          const addedAt = moment(n < 3 ? '2026-01-02' : '2026-01-01')
          expected.push(await trial.add(one, await seedUser(store), { id, addedAt }))
        }
        await trial.add(two, await seedUser(store))
        const order = [4, 3, 1, 0, 2].map((n) => expected[n])
        expect(await store.read((tx) => tx.dashboardCollaborators.ofDashboard(trial.projectId, one))).toEqual(order)
      },
    ),

    storeRule(
      'STORE-381',
      '`dashboardsOfUser` returns those of the given dashboards that the user is a collaborator of',
      async ({ store }) => {
        const trial = await collaboratorTrial(store)
        const [one = 0, two = 0, three = 0] = trial.dashboardIds
        const [ada, bob] = [await seedUser(store), await seedUser(store)]
        for (const dashboardId of [one, two]) await trial.add(dashboardId, ada)
        await trial.add(three, bob)
        const dashboardsOf = async (user: User, asked: readonly number[]) => {
          const ids = await store.read((tx) =>
            tx.dashboardCollaborators.dashboardsOfUser(trial.projectId, user.id, asked),
          )
          return ids.toSorted((a, b) => a - b)
        }
        expect(await dashboardsOf(ada, [three, two, one, two])).toEqual([one, two])
        expect(await dashboardsOf(ada, [two, three])).toEqual([two])
        expect(await dashboardsOf(bob, [one, two])).toEqual([])
        expect(await dashboardsOf(ada, [])).toEqual([])
        const unknown = Array.from({ length: 5000 }, (_, n) => three + 1 + n)
        expect(await dashboardsOf(bob, [...unknown, three])).toEqual([three])
      },
    ),

    storeRule(
      'STORE-382',
      'removing a collaborator returns whether there was one, and removes no other',
      async ({ store }) => {
        const trial = await collaboratorTrial(store)
        const [one = 0, two = 0] = trial.dashboardIds
        const [ada, bob] = [await seedUser(store), await seedUser(store)]
        await trial.add(one, ada)
        const kept = [await trial.add(one, bob), await trial.add(two, ada)]
        const remove = (dashboardId: number, user: User) =>
          store.write((tx) => tx.dashboardCollaborators.delete(trial.projectId, dashboardId, user.id))
        expect(await remove(one, ada)).toBe(true)
        expect(await remove(one, ada)).toBe(false)
        expect(await remove(two, bob)).toBe(false)
        await store.read(async (tx) => {
          const of = (id: number) => tx.dashboardCollaborators.ofDashboard(trial.projectId, id)
          expect([await of(one), await of(two)]).toEqual(kept.map((collaborator) => [collaborator]))
        })
        await trial.add(one, ada)
      },
    ),
  ],
}

/** A project with three dashboards. */
async function collaboratorTrial(store: Store) {
  const { project } = await seedTenant(store)
  const dashboardIds: number[] = []
  for (let n = 0; n < 3; n++) dashboardIds.push((await seedDashboard(store, { projectId: project.id })).id)
  return {
    projectId: project.id,
    dashboardIds,
    async add(dashboardId: number, user: User, special: Partial<DashboardCollaborator> = {}) {
      const row = newDashboardCollaboratorRow({ projectId: project.id, dashboardId, user, ...special })
      await store.write((tx) => tx.dashboardCollaborators.insert(row))
      return row
    },
  }
}
