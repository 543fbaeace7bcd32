import type { Store } from '@flagdeck/core'
import {
  insertFlag,
  newActivityRow,
  newFlagIndex,
  newFlagRow,
  newOrganizationRow,
  seedFlag,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { eventLoopTurn, whilePending } from './event-loop-turn.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const isolationRules: StoreRuleGroup = {
  title: 'isolation',
  about:
    'A reader sees the state of its start until its end. Writers may run concurrently or one after the other; the results are the same. In a store with a single connection, readers and writers may wait for each other.',
  rules: [
    storeRule(
      'STORE-20',
      'a reader sees one state until its end, even if writers commit in between',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const flag = await seedFlag(store, { projectId: project.id })
        const look = (tx: Parameters<Parameters<Store['read']>[0]>[0]) =>
          Promise.all([
            tx.projects.liveTotals(project.id),
            tx.flags.find(project.id, flag.id),
            tx.flags.list(project.id, { order: { field: 'id', descending: false } }, ALL),
            tx.projects.versions([project.id]),
            tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL),
          ])
        const change = async (): Promise<void> => {
          await store.write(async (tx) => {
            const changed = { ...flag, name: 'changed', version: 2 }
            await tx.flags.update(changed, newFlagIndex(changed), 1)
            await insertFlag(tx, { projectId: project.id })
            await tx.projects.raiseVersion(project.id)
            await tx.activity.append(newActivityRow({ projectId: project.id }))
          })
        }
        let write: Promise<void> | undefined
        await store.read(async (tx) => {
          const before = await look(tx)
          write = change()
          await whilePending(write, async () => expect(await look(tx)).toEqual(before))
        })
        await write
        expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 2 })
      },
    ),

    storeRule('STORE-21', 'readers do not see uncommitted changes', async ({ store }) => {
      const { organization, project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id })
      const before = ['', 1, organization.name]
      let committing = false
      const look = async (): Promise<{ readonly seen: unknown[]; readonly early: boolean }> => {
        const seen = await store.read(async (tx) => [
          (await tx.flags.find(project.id, flag.id))?.name,
          (await tx.projects.liveTotals(project.id)).flags,
          (await tx.organizations.find(organization.id))?.name,
        ])
        return { seen, early: !committing }
      }
      const looks: ReturnType<typeof look>[] = []
      await store.write(async (tx) => {
        const changed = { ...flag, name: 'changed', version: 2 }
        await tx.flags.update(changed, newFlagIndex(changed), 1)
        await insertFlag(tx, { projectId: project.id })
        await tx.organizations.update({ ...organization, name: 'Changed' })
        for (let turn = 0; turn < 10; turn++) {
          looks.push(look())
          await eventLoopTurn()
        }
        committing = true
      })
      for (const { seen, early } of await Promise.all(looks)) {
        // A store may make readers wait until the commit; they then see all of it.
        if (early) expect(seen).toEqual(before)
        else expect([before, ['changed', 2, 'Changed']]).toContainEqual(seen)
      }
      expect((await store.read((tx) => tx.flags.find(project.id, flag.id)))?.name).toBe('changed')
    }),

    storeRule('STORE-22', 'readers never see changes that are rolled back', async ({ store }) => {
      const organization = newOrganizationRow()
      const looks: Promise<unknown>[] = []
      const write = store.write(async (tx) => {
        await tx.organizations.insert(organization)
        for (let turn = 0; turn < 10; turn++) {
          looks.push(store.read((other) => other.organizations.findByName(organization.name)))
          await eventLoopTurn()
        }
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      expect(await Promise.all(looks)).toEqual(Array.from({ length: 10 }, () => undefined))
    }),

    storeRule(
      'STORE-23',
      'statements of one caller never become part of the transaction of another',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const addThree = (name: string, fails: boolean): Promise<void> =>
          store.write(async (tx) => {
            for (const part of [1, 2, 3]) {
              await insertFlag(tx, { projectId: project.id, key: `${name}-${part}` })
              await eventLoopTurn()
            }
            if (fails) throw new Error(`${name} fails`)
          })
        const outcomes = await Promise.allSettled([
          addThree('a', false),
          addThree('b', true),
          addThree('c', false),
          addThree('d', true),
        ])
        expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
        expect(await liveKeys(store, project.id)).toEqual(['a-1', 'a-2', 'a-3', 'c-1', 'c-2', 'c-3'])
      },
    ),

    storeRule(
      'STORE-24',
      'fifty concurrent writes, half of which fail, leave exactly the changes of those that succeed',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const fails = (n: number): boolean => n % 2 === 1
        const writes = Array.from({ length: 50 }, (_, n) =>
          store.write(async (tx) => {
            const projectVersion = await tx.projects.raiseVersion(project.id)
            const flag = await insertFlag(tx, { projectId: project.id, key: `flag-${n}`, projectVersion })
            if (n % 3 === 0) await eventLoopTurn()
            await tx.activity.append(newActivityRow({ projectId: project.id, itemId: String(flag.id) }))
            if (fails(n)) throw new Error('refused')
            return projectVersion
          }),
        )
        const outcomes = await Promise.allSettled(writes)
        const versions = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
        expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => project.version + 1 + n))
        const expected = Array.from({ length: 50 }, (_, n) => n).filter((n) => !fails(n))
        expect(await liveKeys(store, project.id)).toEqual(expected.map((n) => `flag-${n}`).sort())
        const activity = await store.read((tx) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL))
        expect(activity.count).toBe(25)
      },
    ),

    storeRule('STORE-25', 'if many writers update the same version of a flag, one succeeds', async ({ store }) => {
      const { project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id })
      const updates = Array.from({ length: 20 }, (_, n) =>
        store.write(async (tx) => {
          const changed = { ...flag, name: `by ${n}`, version: 2 }
          return tx.flags.update(changed, newFlagIndex(changed), 1)
        }),
      )
      const updated = await Promise.all(updates)
      expect(updated.filter(Boolean)).toHaveLength(1)
      const stored = await store.read((tx) => tx.flags.find(project.id, flag.id))
      expect(stored).toMatchObject({ name: `by ${updated.indexOf(true)}`, version: 2 })
    }),

    storeRule('STORE-26', 'an update that expects another version changes nothing', async ({ store }) => {
      const { project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id, version: 5 })
      for (const expected of [0, 1, 4, 6, 50]) {
        const changed = { ...flag, name: 'changed', version: expected + 1 }
        expect(await store.write((tx) => tx.flags.update(changed, newFlagIndex(changed), expected))).toBe(false)
      }
      expect(await store.read((tx) => tx.flags.find(project.id, flag.id))).toEqual(flag)
    }),

    storeRule('STORE-27', 'the project lock serializes read-modify-write', async ({ store }) => {
      const { project } = await seedTenant(store)
      const addGroupType = (n: number): Promise<void> =>
        store.write(async (tx) => {
          const locked = await tx.projects.lock(project.id)
          await eventLoopTurn()
          if (locked) await tx.projects.update({ ...locked, groupTypes: [...locked.groupTypes, `type-${n}`] })
        })
      await Promise.all(Array.from({ length: 10 }, (_, n) => addGroupType(n)))
      const stored = await store.read((tx) => tx.projects.find(project.id))
      expect([...(stored?.groupTypes ?? [])].sort()).toEqual(Array.from({ length: 10 }, (_, n) => `type-${n}`))
    }),

    storeRule('STORE-28', 'the organization lock serializes read-modify-write', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const addLetter = (): Promise<void> =>
        store.write(async (tx) => {
          const locked = await tx.organizations.lock(organization.id)
          await eventLoopTurn()
          if (locked) await tx.organizations.update({ ...locked, name: `${locked.name}x` })
        })
      await Promise.all(Array.from({ length: 10 }, addLetter))
      const stored = await store.read((tx) => tx.organizations.find(organization.id))
      expect(stored?.name).toBe(`${organization.name}${'x'.repeat(10)}`)
    }),

    storeRule('STORE-498', 'the user lock serializes read-modify-write', async ({ store }) => {
      const { user } = await seedTenant(store)
      await Promise.all(
        Array.from({ length: 10 }, () =>
          store.write(async (tx) => {
            const locked = await tx.users.lock(user.id)
            if (locked) await tx.users.update({ ...locked, firstName: `${locked.firstName}x` })
          }),
        ),
      )
      await store.write(async (tx) => {
        expect(await tx.users.lock(user.id)).toEqual({ ...user, firstName: `${user.firstName}xxxxxxxxxx` })
        expect(await tx.users.lock(user.id + 1000)).toBeUndefined()
      })
    }),

    storeRule('STORE-29', 'a lock returns the current row, or undefined if there is none', async ({ store }) => {
      const { organization, project } = await seedTenant(store)
      await store.write(async (tx) => {
        expect(await tx.projects.lock(project.id)).toEqual(project)
        expect(await tx.organizations.lock(organization.id)).toEqual(organization)
        expect(await tx.projects.lock(project.id + 1000)).toBeUndefined()
        expect(await tx.organizations.lock(newOrganizationRow().id)).toBeUndefined()
      })
    }),

    storeRule('STORE-30', 'every writer that increments the version gets a different number', async ({ store }) => {
      const { project } = await seedTenant(store)
      const raised = await Promise.all(
        Array.from({ length: 20 }, () => store.write((tx) => tx.projects.raiseVersion(project.id))),
      )
      expect(raised.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => project.version + 1 + n))
      expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(project.version + 20)
    }),

    storeRule('STORE-31', 'incrementing the version of a project that does not exist returns 0', async ({ store }) => {
      const { project } = await seedTenant(store)
      expect(await store.write((tx) => tx.projects.raiseVersion(project.id + 1000))).toBe(0)
      expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
    }),

    storeRule('STORE-32', 'two stores on one database see each other’s writes', async (trial) => {
      const { store } = trial
      const { project } = await seedTenant(store)
      const second = await trial.openSecond()
      const flag = await seedFlag(store, { projectId: project.id, key: 'first' })
      expect(await second.read((tx) => tx.flags.find(project.id, flag.id))).toEqual(flag)
      const other = await seedFlag(second, { projectId: project.id, key: 'second' })
      expect(await store.read((tx) => tx.flags.find(project.id, other.id))).toEqual(other)
    }),

    storeRule('STORE-33', 'writers in two stores on one database do not interfere', async (trial) => {
      const { store } = trial
      const { project } = await seedTenant(store)
      const second = await trial.openSecond()
      const raises = Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? second : store).write(async (tx) => {
          const projectVersion = await tx.projects.raiseVersion(project.id)
          await insertFlag(tx, { projectId: project.id, projectVersion })
          return projectVersion
        }),
      )
      const raised = await Promise.all(raises)
      expect(raised.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => project.version + 1 + n))
      expect(await second.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 20 })
    }),

    storeRule('STORE-34', 'if writers in two stores insert the same key, exactly one succeeds', async (trial) => {
      const { project } = await seedTenant(trial.store)
      const second = await trial.openSecond()
      const row = newFlagRow({ projectId: project.id, key: 'wanted' })
      const inserts = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? second : trial.store).write((tx) => tx.flags.insert(row, newFlagIndex(row))),
      )
      const outcomes = await Promise.allSettled(inserts)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ constraint: 'flags_live_key' })
      }
    }),
  ],
}

async function liveKeys(store: Store, projectId: number): Promise<string[]> {
  const order = { field: 'id', descending: false } as const
  const { items } = await store.read((tx) => tx.flags.list(projectId, { order }, ALL))
  return items.map(({ key }) => key).sort()
}
