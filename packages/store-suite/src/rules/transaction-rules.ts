import {
  insertFlag,
  newActivityRow,
  newFlagIndex,
  newFlagRow,
  newOrganizationRow,
  newUserRow,
  seedFlag,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { type Transaction, UniqueViolation } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { dumpOf, seedFullTenant } from './full-tenant.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const transactionRules: StoreRuleGroup = {
  title: 'transactions',
  about:
    'A write is stored completely or not at all. `work` is the function that callers pass to `read` and `write`. In every store, a unique violation ends its transaction, as in PostgreSQL: `work` can throw another error instead, but cannot continue. A transaction rejects calls after its `work` has ended, because they would write outside of any transaction.',
  rules: [
    storeRule('STORE-1', 'a write that resolves is stored, and returns the result of `work`', async ({ store }) => {
      const row = newOrganizationRow()
      const answer = await store.write(async (tx) => {
        await tx.organizations.insert(row)
        return { answered: row.id }
      })
      expect(answer).toEqual({ answered: row.id })
      expect(await store.read((tx) => tx.organizations.find(row.id))).toEqual(row)
    }),

    storeRule('STORE-2', 'a write that rejects leaves no change in any table', async ({ store }) => {
      const { project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id })
      const [organization, user] = [newOrganizationRow(), newUserRow()]
      const refusal = new Error('refused')
      const write = store.write(async (tx) => {
        await tx.organizations.insert(organization)
        await tx.users.insert(user)
        await insertFlag(tx, { projectId: project.id, key: 'second' })
        await tx.flags.update({ ...flag, name: 'changed', version: 2 }, newFlagIndex(flag), 1)
        await tx.projects.raiseVersion(project.id)
        await tx.activity.append(newActivityRow({ projectId: project.id }))
        throw refusal
      })
      await expect(write).rejects.toBe(refusal)
      const found = await store.read(async (tx) => ({
        organization: await tx.organizations.find(organization.id),
        user: await tx.users.findByEmail(user.email),
        second: await tx.flags.findLiveByKey(project.id, 'second'),
        flag: await tx.flags.find(project.id, flag.id),
        version: (await tx.projects.find(project.id))?.version,
        activity: (await tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL)).count,
      }))
      expect(found).toEqual({
        organization: undefined,
        user: undefined,
        second: undefined,
        flag,
        version: project.version,
        activity: 0,
      })
    }),

    storeRule('STORE-3', 'the store still works after a write that rejected', async ({ store }) => {
      const row = newOrganizationRow()
      const failed = store.write(async (tx) => {
        await tx.organizations.insert(row)
        throw new Error('refused')
      })
      await expect(failed).rejects.toThrow('refused')
      await store.write((tx) => tx.organizations.insert(row))
      expect(await store.read((tx) => tx.organizations.findByName(row.name))).toEqual(row)
    }),

    storeRule(
      'STORE-4',
      'a unique violation that `work` does not catch rolls the whole write back',
      async ({ store }) => {
        const { organization, project } = await seedTenant(store)
        const other = newOrganizationRow()
        const write = store.write(async (tx) => {
          await tx.organizations.insert(other)
          await insertFlag(tx, { projectId: project.id, key: 'kept-out' })
          await tx.organizations.insert(newOrganizationRow({ name: organization.name }))
        })
        await expect(write).rejects.toBeInstanceOf(UniqueViolation)
        expect(await store.read((tx) => tx.organizations.find(other.id))).toBeUndefined()
        expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 0 })
      },
    ),

    storeRule(
      'STORE-5',
      'a unique violation that `work` catches and ignores ends the write too: `write` rejects with it and stores nothing',
      async ({ store }) => {
        const { organization } = await seedTenant(store)
        const other = newOrganizationRow()
        let swallowed: unknown
        const write = store.write(async (tx) => {
          await tx.organizations.insert(other)
          swallowed = await tx.organizations.insert(newOrganizationRow({ name: organization.name })).catch(asValue)
          return 'as if nothing had happened'
        })
        const error: unknown = await write.catch(asValue)
        expect(error).toBeInstanceOf(UniqueViolation)
        expect(error).toMatchObject({ constraint: 'organizations_name' })
        expect(swallowed).toBeInstanceOf(UniqueViolation)
        expect(await store.read((tx) => tx.organizations.find(other.id))).toBeUndefined()
      },
    ),

    storeRule('STORE-6', 'after a unique violation, every further call in that write rejects', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const late = newOrganizationRow()
      let [lateRead, lateWrite]: unknown[] = []
      const write = store.write(async (tx) => {
        await tx.organizations.insert(newOrganizationRow({ name: organization.name })).catch(asValue)
        lateRead = await tx.organizations.find(organization.id).then(() => 'answered', asValue)
        lateWrite = await tx.organizations.insert(late).then(() => 'answered', asValue)
      })
      await expect(write).rejects.toBeInstanceOf(UniqueViolation)
      expect(lateRead).toBeInstanceOf(Error)
      expect(lateWrite).toBeInstanceOf(Error)
      expect(await store.read((tx) => tx.organizations.find(late.id))).toBeUndefined()
    }),

    storeRule(
      'STORE-7',
      'an error that `work` throws after it caught a unique violation reaches the caller',
      async ({ store }) => {
        const { organization } = await seedTenant(store)
        const translated = new Error('there is already an organization with this name')
        const write = store.write(async (tx) => {
          await tx.organizations.insert(newOrganizationRow({ name: organization.name })).catch(() => {
            throw translated
          })
        })
        await expect(write).rejects.toBe(translated)
      },
    ),

    storeRule(
      'STORE-8',
      'an error that `work` throws reaches the caller unchanged, even if it looks like an error of a database',
      async ({ store }) => {
        const thrown: unknown[] = [
          new Error('plain'),
          // Drivers use these codes for conflicts and unique violations. Errors of `work` with such a code must not be
          // interpreted.
          Object.assign(new Error('looks like a conflict'), { code: '40001' }),
          Object.assign(new Error('looks like a duplicate'), { code: '23505', constraint: 'users_email' }),
          Object.assign(new Error('looks locked'), { code: 'SQLITE_BUSY' }),
          new UniqueViolation('users_email'),
          'text',
          null,
        ]
        for (const error of thrown) {
          const fail = async (): Promise<never> => {
            throw error
          }
          expect(await store.write(fail).then(() => 'resolved', asValue)).toBe(error)
          expect(await store.read(fail).then(() => 'resolved', asValue)).toBe(error)
        }
      },
    ),

    storeRule('STORE-9', 'a `work` that throws before its first `await` rejects the write', async ({ store }) => {
      const error = new Error('at once')
      const write = store.write(() => {
        throw error
      })
      await expect(write).rejects.toBe(error)
      await expect(store.ping()).resolves.toBeUndefined()
    }),

    storeRule('STORE-10', 'a write sees its own changes', async ({ store }) => {
      const { project } = await seedTenant(store)
      await store.write(async (tx) => {
        const flag = await insertFlag(tx, { projectId: project.id, key: 'own' })
        expect(await tx.flags.findLiveByKey(project.id, 'own')).toEqual(flag)
        expect(await tx.projects.liveTotals(project.id)).toMatchObject({ flags: 1 })
        const changed = { ...flag, key: 'renamed', version: 2 }
        expect(await tx.flags.update(changed, newFlagIndex(changed), 1)).toBe(true)
        expect(await tx.flags.findLiveByKey(project.id, 'own')).toBeUndefined()
        expect(await tx.flags.find(project.id, flag.id)).toEqual(changed)
        await tx.activity.append(newActivityRow({ projectId: project.id }))
        expect((await tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL)).count).toBe(1)
      })
    }),

    storeRule('STORE-11', 'a transaction rejects every call after its `work` has ended', async ({ store }) => {
      const { organization, project } = await seedTenant(store)
      let kept: Transaction | undefined
      await store.write(async (tx) => {
        kept = tx
      })
      const late = newOrganizationRow()
      await expect(kept?.organizations.insert(late)).rejects.toBeInstanceOf(Error)
      await expect(kept?.flags.insert(newFlagRow({ projectId: project.id, key: 'late' }), LATE_INDEX)).rejects.toThrow()
      await expect(kept?.organizations.find(organization.id)).rejects.toBeInstanceOf(Error)
      expect(await store.read((tx) => tx.organizations.find(late.id))).toBeUndefined()
      expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 0 })
    }),

    storeRule(
      'STORE-12',
      'changing a row that was passed in or returned does not change the store',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const row = newFlagRow({ projectId: own.project.id, tags: ['a'], rollbackConditions: { a: ['b'] } })
        const change = { type: 'FeatureFlag', action: 'changed', field: 'tags', before: ['a'], after: {} } as const
        const detail = { changes: [change], trigger: ['a'], type: null, name: null, shortId: null }
        const entry = newActivityRow({ projectId: own.project.id, detail })
        await store.write(async (tx) => {
          tamperWith(await tx.flags.insert(row, newFlagIndex(row)))
          await tx.activity.append(entry)
          tamperWith(await tx.activity.list(own.project.id, { scope: 'FeatureFlag' }, ALL))
        })
        const asked = structuredClone(own)
        const before = await store.read((tx) => dumpOf(tx, asked))
        const expected = structuredClone(before)
        for (const held of [own, row, entry, before]) tamperWith(held)
        expect(await store.read((tx) => dumpOf(tx, asked))).toEqual(expected)
        expect(JSON.stringify(expected)).not.toContain('tampered')
      },
    ),

    storeRule(
      'STORE-13',
      'a write that is rolled back neither takes a unique value nor frees one',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const renamed = { ...own.flag, key: 'renamed', version: 2 }
        const write = store.write(async (tx) => {
          await tx.organizations.insert(newOrganizationRow({ name: 'taken back' }))
          await insertFlag(tx, { projectId: own.project.id, key: 'taken-back' })
          await tx.flags.update(renamed, newFlagIndex(renamed), 1)
          await tx.personalApiKeys.delete(own.user.id, own.key.id)
          throw new Error('taken back')
        })
        await expect(write).rejects.toThrow('taken back')
        await store.write(async (tx) => {
          await tx.organizations.insert(newOrganizationRow({ name: 'taken back' }))
          await insertFlag(tx, { projectId: own.project.id, key: 'taken-back' })
          await insertFlag(tx, { projectId: own.project.id, key: 'renamed' })
        })
        await expect(seedFlag(store, { projectId: own.project.id, key: own.flag.key })).rejects.toMatchObject({
          constraint: 'flags_live_key',
        })
        await expect(
          store.write((tx) => tx.personalApiKeys.insert({ ...own.key, id: 'another' })),
        ).rejects.toMatchObject({ constraint: 'personal_api_keys_secure_value' })
      },
    ),

    storeRule('STORE-14', 'a call that `work` does not await is part of its write, or rejects', async ({ store }) => {
      const organization = newOrganizationRow()
      let forgotten: Promise<unknown> | undefined
      const forget = async (tx: Transaction): Promise<void> => {
        forgotten = tx.organizations.insert(organization).then(() => 'written', asValue)
      }
      const failing = store.write(async (tx) => {
        await forget(tx)
        throw new Error('refused')
      })
      await expect(failing).rejects.toThrow('refused')
      await forgotten
      expect(await store.read((tx) => tx.organizations.find(organization.id))).toBeUndefined()
      await store.write(forget)
      const kept = (await forgotten) === 'written' ? organization : undefined
      expect(await store.read((tx) => tx.organizations.find(organization.id))).toEqual(kept)
    }),
  ],
}

const LATE_INDEX = newFlagIndex({ key: 'late', name: '' })

function asValue(error: unknown): unknown {
  return error
}

/** Changes everything that a careless caller could change. Frozen objects need no copy. */
function tamperWith(held: unknown): void {
  if (typeof held !== 'object' || held === null) return
  for (const part of Object.values(held)) tamperWith(part)
  if (Object.isFrozen(held)) return
  for (const [name, value] of Object.entries(held)) {
    if (typeof value !== 'object' || value === null) Object.assign(held, { [name]: 'tampered' })
  }
  if (Array.isArray(held)) held.push('tampered')
}
