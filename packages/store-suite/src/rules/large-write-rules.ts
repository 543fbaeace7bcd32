import type { Store } from '@flagdeck/core'
import { newProjectRow, type SeededTenant, seedCohort, seedTenant } from '@flagdeck/core/fixtures'
import { type Transaction, UniqueViolation } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { eventLoopTurn } from './event-loop-turn.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const LARGE = { large: true }
const MANY = Array.from({ length: 30_000 }, (_, n) => `member ${String(n).padStart(5, '0')} 'ä😀`)

export const largeWriteRules: StoreRuleGroup = {
  title: 'large writes',
  about:
    'Callers can declare a write as large (`large`). A store whose commits would block the process then writes in another thread. Nothing else differs.',
  rules: [
    storeRule(
      'STORE-15',
      'a large write is stored completely, and returns the result of `work`',
      async ({ store, reopen }) => {
        const trial = await largeTrial(store)
        const answer = await store.write(async (tx) => {
          const added = await trial.addMany(tx)
          // Calls do not have to wait for each other.
          const [cohort, project, nothing] = await Promise.all([
            tx.cohorts.find(trial.projectId, trial.cohortId),
            tx.projects.find(trial.projectId),
            tx.projects.find(-1),
          ])
          expect(cohort?.memberCount).toBe(MANY.length)
          expect([project, nothing]).toEqual([trial.tenant.project, undefined])
          return { added, nothing: undefined }
        }, LARGE)
        expect(answer).toEqual({ added: MANY.length, nothing: undefined })
        expect(await trial.members(store)).toEqual({ count: MANY.length, items: MANY.slice(-2) })
        expect(await trial.members(await reopen())).toEqual({ count: MANY.length, items: MANY.slice(-2) })
      },
    ),

    storeRule(
      'STORE-16',
      'a large write that rejects leaves no change, and the error of `work` reaches the caller',
      async (trial) => {
        const { store } = trial
        const { members, addMany } = await largeTrial(store)
        const refusal = { refused: Symbol('for a reason') }
        const write = store.write(async (tx) => {
          await addMany(tx)
          throw refusal
        }, LARGE)
        await expect(write).rejects.toBe(refusal)
        expect(await members(store)).toEqual({ count: 0, items: [] })
        await store.write(addMany)
        expect((await members(store)).count).toBe(MANY.length)
      },
    ),

    storeRule('STORE-17', 'a unique violation ends a large write like any other', async ({ store }) => {
      const { members, addMany, tenant } = await largeTrial(store)
      const write = store.write(async (tx) => {
        await addMany(tx)
        const { organizationId, name } = tenant.project
        await tx.projects.insert({ ...newProjectRow({ organizationId }), name }).catch(() => undefined)
      }, LARGE)
      await expect(write).rejects.toBeInstanceOf(UniqueViolation)
      expect((await members(store)).count).toBe(0)
    }),

    storeRule('STORE-18', 'large writes and other writes do not interfere, and readers continue', async ({ store }) => {
      const { tenant, members, addMany } = await largeTrial(store)
      const { id, version } = tenant.project
      const raise = async (tx: Transaction) => {
        await eventLoopTurn()
        return tx.projects.raiseVersion(id)
      }
      const large = store.write(async (tx) => {
        const raised = await raise(tx)
        await addMany(tx)
        return raised
      }, LARGE)
      const others = Array.from({ length: 6 }, (_, n) => store.write(raise, { large: n === 3 }))
      const read = await members(store)
      expect([0, MANY.length]).toContain(read.count)
      const versions = await Promise.all([large, ...others])
      expect(versions.sort((a, b) => a - b)).toEqual(versions.map((_, n) => version + 1 + n))
      expect((await members(store)).count).toBe(MANY.length)
    }),

    storeRule('STORE-19', 'two stores on one database see each other’s large writes', async (trial) => {
      const { store } = trial
      const second = await trial.openSecond()
      const { tenant, members, addMany } = await largeTrial(store)
      await second.write(addMany, LARGE)
      await store.write((tx) => tx.projects.raiseVersion(tenant.project.id), LARGE)
      for (const each of [store, second]) {
        expect((await members(each)).count).toBe(MANY.length)
        const project = await each.read((tx) => tx.projects.find(tenant.project.id))
        expect(project?.version).toBe(tenant.project.version + 1)
      }
    }),
  ],
}

/** A static cohort to which many members can be added. */
async function largeTrial(store: Store) {
  const tenant: SeededTenant = await seedTenant(store)
  const projectId = tenant.project.id
  const { id: cohortId } = await seedCohort(store, { projectId })
  return {
    tenant,
    projectId,
    cohortId,
    addMany: (tx: Transaction) => tx.cohortMembers.add(projectId, cohortId, MANY),
    /** Returns the number of members, and the last two of the full list. */
    members: (from: Store) =>
      from.read((tx) => tx.cohortMembers.list(projectId, cohortId, { limit: 2, offset: MANY.length - 2 })),
  }
}
