import type { Store } from '@flagdeck/core'
import {
  insertFlag,
  newFlagRoleAccessRow,
  newProjectRow,
  newRoleMembershipRow,
  seedFlag,
  seedRole,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { seedFullTenant } from './full-tenant.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const roleRules: StoreRuleGroup = {
  title: 'roles',
  rules: [
    storeRule(
      'STORE-150',
      'a role lists the live flags that it has access to, of every project, by id',
      async ({ store }) => {
        const { organization, project } = await seedTenant(store)
        const role = await seedRole(store, { organizationId: organization.id })
        const other = await seedRole(store, { organizationId: organization.id })
        const expected = await store.write(async (tx) => {
          const second = await tx.projects.insert(newProjectRow({ organizationId: organization.id }))
          const flags = [
            await insertFlag(tx, { projectId: second.id, key: 'z' }),
            await insertFlag(tx, { projectId: project.id, key: 'a' }),
            await insertFlag(tx, { projectId: second.id, key: 'm' }),
          ]
          const deleted = await insertFlag(tx, { projectId: project.id, deleted: true })
          const another = await insertFlag(tx, { projectId: project.id })
          for (const flag of [...flags, deleted].reverse()) {
            await tx.flagRoleAccess.insert(flag.projectId, accessOf(flag.id, role.id))
          }
          await tx.flagRoleAccess.insert(project.id, accessOf(another.id, other.id))
          return flags.map(({ id, projectId, key }) => ({ id, projectId, key }))
        })
        await store.read(async (tx) => {
          expect((await tx.roles.find(organization.id, role.id))?.associatedFlags).toEqual(expected)
          const { items } = await tx.roles.list(organization.id, ALL)
          expect(items.find(({ id }) => id === role.id)?.associatedFlags).toEqual(expected)
        })
      },
    ),

    storeRule('STORE-151', 'a role without members and flags has empty lists', async ({ store }) => {
      const { organization, user } = await seedTenant(store)
      const role = await seedRole(store, { organizationId: organization.id, createdBy: user })
      const expected = { ...role, members: [], associatedFlags: [] }
      await store.read(async (tx) => {
        expect(await tx.roles.find(organization.id, role.id)).toEqual(expected)
        expect(await tx.roles.list(organization.id, ALL)).toEqual({ count: 1, items: [expected] })
        expect(await tx.roles.ofUser(organization.id, user.id)).toEqual([])
      })
    }),

    storeRule(
      'STORE-152',
      'deleting a role deletes its memberships and role accesses, and no others',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const [organizationId, projectId] = [own.organization.id, own.project.id]
        const stays = await seedRole(store, { organizationId })
        const membership = newRoleMembershipRow({ roleId: stays.id, user: own.user })
        const access = await store.write(async (tx) => {
          await tx.roleMemberships.insert(organizationId, membership)
          return tx.flagRoleAccess.insert(projectId, accessOf(own.flag.id, stays.id))
        })
        expect(await store.write((tx) => tx.roles.delete(organizationId, own.role.id))).toBe(true)
        await store.read(async (tx) => {
          expect(await tx.roles.find(organizationId, own.role.id)).toBeUndefined()
          expect(await tx.roleMemberships.find(organizationId, own.role.id, own.roleMembership.id)).toBeUndefined()
          expect((await tx.roleMemberships.list(organizationId, own.role.id, ALL)).count).toBe(0)
          expect(await tx.flagRoleAccess.find(projectId, own.flag.id, own.access.id)).toBeUndefined()
          expect(await tx.flagRoleAccess.list(projectId, own.flag.id, ALL)).toEqual({ count: 1, items: [access] })
          expect((await tx.flagRoleAccess.flagsOpenTo(projectId, [own.flag.id], [own.role.id])).size).toBe(0)
          expect((await tx.roles.ofUser(organizationId, own.user.id)).map(({ id }) => id)).toEqual([stays.id])
          expect((await tx.roles.find(organizationId, stays.id))?.members).toEqual([membership])
          expect(await tx.flags.find(projectId, own.flag.id)).toEqual(own.flag)
        })
        expect(await store.write((tx) => tx.roles.delete(organizationId, own.role.id))).toBe(false)
        // Remaining rows would appear in a role with the same id.
        await store.write((tx) => tx.roles.insert(own.role))
        const again = await store.read((tx) => tx.roles.find(organizationId, own.role.id))
        expect(again).toEqual({ ...own.role, members: [], associatedFlags: [] })
      },
    ),

    storeRule('STORE-153', 'an update changes the name and level of that role only', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const role = await seedRole(store, { organizationId: organization.id, name: 'before', flagAccessLevel: 21 })
      const other = await seedRole(store, { organizationId: organization.id })
      const changed = { ...role, name: 'After', flagAccessLevel: 37 } as const
      await store.write((tx) => tx.roles.update(changed))
      await store.read(async (tx) => {
        expect(await tx.roles.findByName(organization.id, 'aFTER')).toEqual(changed)
        expect(await tx.roles.findByName(organization.id, 'before')).toBeUndefined()
        expect(await tx.roles.findByName(organization.id, other.name)).toEqual(other)
      })
    }),

    storeRule(
      'STORE-154',
      '`flagsOpenTo` returns the flags that any of the roles has access to, each once',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const projectId = own.project.id
        const [one, two, three] = await threeRoles(store, own.organization.id)
        const flags = await store.write(async (tx) => {
          const made = [0, 1, 2, 3].map(() => insertFlag(tx, { projectId }))
          return Promise.all(made)
        })
        const [a, b, c, d] = flags.map(({ id }) => id)
        if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('four were made')
        await store.write(async (tx) => {
          for (const [flagId, roleId] of [
            [a, one],
            [a, two],
            [b, two],
            [c, three],
          ] as const) {
            await tx.flagRoleAccess.insert(projectId, accessOf(flagId, roleId))
          }
        })
        const open = (flagIds: readonly number[], roleIds: readonly string[]): Promise<number[]> =>
          store.read(async (tx) =>
            [...(await tx.flagRoleAccess.flagsOpenTo(projectId, flagIds, roleIds))].sort(byNumber),
          )
        expect(await open([a, b, c, d], [one, two])).toEqual([a, b])
        expect(await open([c, d, a], [three, two])).toEqual([a, c])
        expect(await open([b, c], [one])).toEqual([])
        expect(await open([a, a], [one, one])).toEqual([a])
        expect(await open([], [one])).toEqual([])
        expect(await open([a], [])).toEqual([])
        expect(await open([999_999], [one])).toEqual([])
      },
    ),

    storeRule(
      'STORE-155',
      '`flagsOpenTo` accepts five thousand flags and a thousand roles in one call',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const flagIds = Array.from({ length: 5000 }, (_, n) => own.flag.id + 1000 + n)
        const roleIds = Array.from({ length: 1000 }, (_, n) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
        const open = await store.read((tx) =>
          tx.flagRoleAccess.flagsOpenTo(own.project.id, [...flagIds, own.flag.id], [...roleIds, own.role.id]),
        )
        expect([...open]).toEqual([own.flag.id])
      },
    ),

    storeRule(
      'STORE-156',
      'role accesses of a flag are ordered by id, even if the flag is deleted',
      async ({ store }) => {
        const { organization, project } = await seedTenant(store)
        const roleIds = [...(await threeRoles(store, organization.id))].reverse()
        const flag = await seedFlag(store, { projectId: project.id, deleted: true })
        const made = []
        for (const roleId of roleIds) {
          made.push(await store.write((tx) => tx.flagRoleAccess.insert(project.id, accessOf(flag.id, roleId))))
        }
        const page = await store.read((tx) => tx.flagRoleAccess.list(project.id, flag.id, ALL))
        expect(page).toEqual({ count: 3, items: made })
        expect(made.map(({ id }) => id)).toEqual(made.map(({ id }) => id).sort(byNumber))
        expect(page.items.map(({ roleId }) => roleId)).toEqual(roleIds)
      },
    ),
  ],
}

async function threeRoles(store: Store, organizationId: string): Promise<readonly [string, string, string]> {
  const [one, two, three] = [
    await seedRole(store, { organizationId }),
    await seedRole(store, { organizationId }),
    await seedRole(store, { organizationId }),
  ]
  return [one.id, two.id, three.id]
}

function accessOf(flagId: number, roleId: string) {
  return newFlagRoleAccessRow({ flagId, roleId })
}

function byNumber(a: number, b: number): number {
  return a - b
}
