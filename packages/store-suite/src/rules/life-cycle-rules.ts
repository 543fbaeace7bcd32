import { type Store, StoreUnavailable } from '@flagdeck/core'
import { newActivityRow, newFlagRoleAccessRow, newOrganizationRow, seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { eventLoopTurn } from './event-loop-turn.ts'
import { dumpOf, seedFullTenant } from './full-tenant.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const lifeCycleRules: StoreRuleGroup = {
  title: 'life cycle',
  about:
    'A store without permanent storage, sharing between processes or a schema skips the rules that need it. The report names each skipped rule with the reason.',
  rules: [
    storeRule('STORE-180', 'migrating again applies nothing and changes nothing', async ({ store }) => {
      const own = await seedFullTenant(store)
      const before = await store.read((tx) => dumpOf(tx, own))
      expect(await store.migrate()).toEqual({ applied: [] })
      expect(await Promise.all([store.migrate(), store.migrate()])).toEqual([{ applied: [] }, { applied: [] }])
      expect(await store.read((tx) => dumpOf(tx, own))).toEqual(before)
    }),

    storeRule('STORE-181', 'an empty database is migrated once, step by step, and usable afterwards', async (trial) => {
      const { store } = await trial.openEmpty()
      const pending = await store.pendingMigrations()
      const { applied } = await store.migrate()
      expect(applied).toEqual(pending)
      expect(applied.length).toBeGreaterThan(0)
      expect(new Set(applied).size).toBe(applied.length)
      expect(await store.migrate()).toEqual({ applied: [] })
      expect(await store.pendingMigrations()).toEqual([])
      await seedFullTenant(store)
    }),

    storeRule(
      'STORE-182',
      'if two stores migrate one database concurrently, each step is applied once',
      async (trial) => {
        const { store, openSecond } = await trial.openEmpty()
        const second = await openSecond()
        const reports = await Promise.all([store.migrate(), second.migrate(), store.migrate(), second.migrate()])
        const applied = reports.flatMap((report) => report.applied)
        expect(applied.length).toBeGreaterThan(0)
        expect(new Set(applied).size).toBe(applied.length)
        const { project } = await seedTenant(store)
        const flag = await seedFlag(second, { projectId: project.id })
        expect(await store.read((tx) => tx.flags.find(project.id, flag.id))).toEqual(flag)
      },
    ),

    storeRule('STORE-183', 'a store that is opened again contains everything that was acknowledged', async (trial) => {
      const own = await seedFullTenant(trial.store)
      const before = await trial.store.read((tx) => dumpOf(tx, own))
      const reopened = await trial.reopen()
      expect(await reopened.migrate()).toEqual({ applied: [] })
      expect(await reopened.read((tx) => dumpOf(tx, own))).toEqual(before)
    }),

    storeRule(
      'STORE-184',
      'a store that is opened again enforces its constraints, continues its ids and versions, and appends to the log in order',
      async (trial) => {
        const own = await seedFullTenant(trial.store)
        const projectId = own.project.id
        const access = newFlagRoleAccessRow({ flagId: own.flag.id, roleId: own.role.id })
        await trial.store.write((tx) => tx.flagRoleAccess.delete(projectId, own.flag.id, own.access.id))
        const reopened = await trial.reopen()
        const again = reopened.write((tx) =>
          tx.organizations.insert(newOrganizationRow({ name: own.organization.name })),
        )
        await expect(again).rejects.toMatchObject({ constraint: 'organizations_name' })
        const { id } = await reopened.write((tx) => tx.flagRoleAccess.insert(projectId, access))
        expect(id).toBeGreaterThan(own.access.id)
        expect(await reopened.write((tx) => tx.projects.raiseVersion(projectId))).toBe(own.project.version + 1)
        const entry = newActivityRow({ projectId })
        await reopened.write((tx) => tx.activity.append(entry))
        const query = { scope: 'FeatureFlag' } as const
        const { items } = await reopened.read((tx) => tx.activity.list(projectId, query, { limit: 1, offset: 0 }))
        expect(items.map(({ id: newest }) => newest)).toEqual([entry.id])
      },
    ),

    storeRule('STORE-185', '`ping` resolves if the store works', async ({ store }) => {
      await expect(store.ping()).resolves.toBeUndefined()
    }),

    storeRule('STORE-186', 'a closed store rejects every call with `StoreUnavailable`', async ({ store }) => {
      await seedTenant(store)
      await store.close()
      const uses: (() => Promise<unknown>)[] = [
        () => store.read((tx) => tx.organizations.any()),
        () => store.write((tx) => tx.organizations.insert(newOrganizationRow())),
        () => store.ping(),
        () => store.migrate(),
      ]
      for (const use of uses) {
        const error: unknown = await use().then(
          () => 'answered',
          (reason: unknown) => reason,
        )
        expect(error).toBeInstanceOf(StoreUnavailable)
      }
    }),

    storeRule('STORE-187', 'a closed store does not call `work`', async ({ store }) => {
      await store.close()
      let begun = 0
      const work = async (): Promise<void> => {
        begun++
      }
      await expect(store.read(work)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.write(work)).rejects.toBeInstanceOf(StoreUnavailable)
      expect(begun).toBe(0)
    }),

    storeRule('STORE-188', 'closing a store twice, also concurrently, succeeds', async ({ store }) => {
      await Promise.all([store.close(), store.close()])
      await expect(store.close()).resolves.toBeUndefined()
    }),

    storeRule('STORE-189', 'closing a store waits for a write that has started', async ({ store }) => {
      const { write, closing } = await closeAmidWrite(store)
      let ended = false
      const end = write.finally(() => {
        ended = true
      })
      await closing
      // Either of the two may settle first.
      await eventLoopTurn()
      expect(ended).toBe(true)
      expect(await end).toBe('written')
    }),

    storeRule('STORE-190', 'a write that is acknowledged while the store closes is stored', async (trial) => {
      const organization = newOrganizationRow()
      const { write, closing } = await closeAmidWrite(trial.store, organization)
      const acknowledged = await write
      await closing
      const reopened = await trial.reopen()
      expect(acknowledged).toBe('written')
      expect(await reopened.read((tx) => tx.organizations.find(organization.id))).toEqual(organization)
    }),
  ],
}

/** Closes the store while a write is between two statements. */
async function closeAmidWrite(
  store: Store,
  organization = newOrganizationRow(),
): Promise<{ write: Promise<string>; closing: Promise<void> }> {
  let closing: Promise<void> | undefined
  let begin: (() => void) | undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const write = store.write(async (tx) => {
    begin?.()
    closing ??= store.close()
    for (let turn = 0; turn < 5; turn++) await eventLoopTurn()
    await tx.organizations.insert(organization)
    return 'written'
  })
  await begun
  return { write, closing: closing ?? Promise.resolve() }
}
