import {
  newFlagIndex,
  newFlagRoleAccessRow,
  newMembershipRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  seedFlag,
  seedRole,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { UNIQUE_CONSTRAINTS, type UniqueConstraint, UniqueViolation } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { type StoreRule, type StoreRuleGroup, storeRule } from './store-rule.ts'
import { type Contender, UNIQUE_RACES } from './unique-races.ts'

export const uniqueRules: StoreRuleGroup = {
  title: 'unique values',
  about:
    'Only the database can decide which of several writers is first. The others get `UniqueViolation` with the name of the constraint, from whichever statement causes it. Names are compared exactly, character by character. Only role names ignore case, as `toLowerCase` defines it.',
  rules: [
    ...UNIQUE_CONSTRAINTS.map((constraint, n) =>
      storeRule(
        raceNumber(n),
        `if many writers race for the same \`${constraint}\`, exactly one succeeds`,
        async ({ store }) => {
          const contender = await UNIQUE_RACES[constraint](store, await seedTenant(store))
          const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => store.write(contender)))
          const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
          expect(errors).toHaveLength(9)
          for (const error of errors) expectViolation(error, constraint)
          expectViolation(await violationOf(store.write(contender)), constraint)
        },
      ),
    ),

    storeRule('STORE-51', 'the key of a deleted flag can be used again', async ({ store }) => {
      const { project } = await seedTenant(store)
      const old = await seedFlag(store, { projectId: project.id, key: 'reused' })
      const deleted = { ...old, deleted: true, version: 2 }
      expect(await store.write((tx) => tx.flags.update(deleted, newFlagIndex(deleted), 1))).toBe(true)
      const fresh = await seedFlag(store, { projectId: project.id, key: 'reused' })
      await store.read(async (tx) => {
        expect((await tx.flags.findLiveByKey(project.id, 'reused'))?.id).toBe(fresh.id)
        expect((await tx.flags.findAllByKey(project.id, 'reused')).map(({ id }) => id)).toEqual([old.id, fresh.id])
        expect(await tx.flags.find(project.id, old.id)).toEqual(deleted)
      })
    }),

    storeRule('STORE-52', 'a deleted flag cannot be restored while a live one has its key', async ({ store }) => {
      const { project } = await seedTenant(store)
      const old = await seedFlag(store, { projectId: project.id, key: 'reused', deleted: true })
      await seedFlag(store, { projectId: project.id, key: 'reused', deleted: true })
      await seedFlag(store, { projectId: project.id, key: 'reused' })
      const restored = { ...old, deleted: false, version: 2 }
      const update = store.write((tx) => tx.flags.update(restored, newFlagIndex(restored), 1))
      expectViolation(await violationOf(update), 'flags_live_key')
      expect(await store.read((tx) => tx.flags.find(project.id, old.id))).toEqual(old)
    }),

    storeRule('STORE-53', 'flag keys are case-sensitive, and unique only within a project', async ({ store }) => {
      const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
      await seedFlag(store, { projectId: project.id, key: 'Key' })
      const lower = await seedFlag(store, { projectId: project.id, key: 'key' })
      const elsewhere = await seedFlag(store, { projectId: other.project.id, key: 'key' })
      await store.read(async (tx) => {
        expect((await tx.flags.findLiveByKey(project.id, 'key'))?.id).toBe(lower.id)
        expect((await tx.flags.findAllByKey(project.id, 'key')).map(({ id }) => id)).toEqual([lower.id])
        expect((await tx.flags.findLiveByKey(other.project.id, 'key'))?.id).toBe(elsewhere.id)
      })
    }),

    storeRule('STORE-54', 'a flag cannot be renamed to the key of a live flag', async ({ store }) => {
      const { project } = await seedTenant(store)
      await seedFlag(store, { projectId: project.id, key: 'taken' })
      const flag = await seedFlag(store, { projectId: project.id, key: 'free' })
      const renamed = { ...flag, key: 'taken', version: 2 }
      const update = store.write((tx) => tx.flags.update(renamed, newFlagIndex(renamed), 1))
      expectViolation(await violationOf(update), 'flags_live_key')
    }),

    storeRule('STORE-55', 'role names are compared regardless of case, in every script', async ({ store }) => {
      const [{ organization }, other] = [await seedTenant(store), await seedTenant(store)]
      const role = await seedRole(store, { organizationId: organization.id, name: 'Équipe Ölçü' })
      const again = newRoleRow({ organizationId: organization.id, name: 'ÉQUIPE öLÇÜ' })
      expectViolation(await violationOf(store.write((tx) => tx.roles.insert(again))), 'roles_name')
      await seedRole(store, { organizationId: other.organization.id, name: 'équipe ölçü' })
      await store.read(async (tx) => {
        expect(await tx.roles.findByName(organization.id, 'éQUIPE ÖLÇÜ')).toEqual(role)
        expect(await tx.roles.findByName(organization.id, 'equipe olcu')).toBeUndefined()
      })
    }),

    storeRule(
      'STORE-558',
      'an organization is found by its slug, and any number of organizations have none',
      async ({ store }) => {
        const named = newOrganizationRow({ slug: 'acme-inc' })
        const rows = [named, newOrganizationRow({ slug: null }), newOrganizationRow({ slug: null })]
        await store.write(async (tx) => {
          for (const row of rows) await tx.organizations.insert(row)
        })
        await store.read(async (tx) => {
          expect(await tx.organizations.findBySlug('acme-inc')).toEqual(named)
          expect(await tx.organizations.findBySlug('Acme-Inc')).toBeUndefined()
          expect(await tx.organizations.find(rows[1]?.id ?? '')).toEqual(rows[1])
        })
      },
    ),

    storeRule('STORE-559', 'a slug belongs to at most one organization, also after updates', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const other = newOrganizationRow({ slug: 'taken' })
      await store.write((tx) => tx.organizations.insert(other))
      const take = store.write((tx) => tx.organizations.update({ ...organization, slug: 'taken' }))
      expectViolation(await violationOf(take), 'organizations_slug')
      await store.write((tx) => tx.organizations.update({ ...other, name: 'Renamed' }))
      expect(await store.read((tx) => tx.organizations.findBySlug('taken'))).toEqual({ ...other, name: 'Renamed' })
    }),

    storeRule(
      'STORE-56',
      'an update to a name that is taken is rejected; an update to the current name of the row is not',
      async ({ store }) => {
        const { organization, project } = await seedTenant(store)
        const other = await seedTenant(store)
        const sibling = await store.write((tx) =>
          tx.projects.insert(newProjectRow({ organizationId: organization.id })),
        )
        const role = await seedRole(store, { organizationId: organization.id })
        const otherRole = await seedRole(store, { organizationId: organization.id })
        const refused: [UniqueConstraint, Contender][] = [
          ['organizations_name', (tx) => tx.organizations.update({ ...organization, name: other.organization.name })],
          ['projects_name', (tx) => tx.projects.update({ ...project, name: sibling.name })],
          ['projects_api_token', (tx) => tx.projects.update({ ...project, apiToken: other.project.apiToken })],
          [
            'projects_secret_api_token',
            (tx) => tx.projects.update({ ...project, secretApiToken: other.project.secretApiToken }),
          ],
          ['roles_name', (tx) => tx.roles.update({ ...role, name: otherRole.name.toUpperCase() })],
        ]
        for (const [constraint, update] of refused) expectViolation(await violationOf(store.write(update)), constraint)
        await store.write(async (tx) => {
          await tx.organizations.update(organization)
          await tx.projects.update(project)
          await tx.roles.update({ ...role, name: role.name.toUpperCase() })
        })
        expect(await store.read((tx) => tx.roles.findByName(organization.id, role.name))).toEqual({
          ...role,
          name: role.name.toUpperCase(),
        })
      },
    ),

    storeRule('STORE-57', 'a value that is unique in one organization can be used in another', async ({ store }) => {
      const [one, two] = [await seedTenant(store), await seedTenant(store)]
      const project = await store.write(async (tx) => {
        await tx.memberships.insert(newMembershipRow({ organizationId: two.organization.id, user: one.user }))
        return tx.projects.insert(newProjectRow({ organizationId: two.organization.id, name: one.project.name }))
      })
      await store.read(async (tx) => {
        expect(await tx.projects.findByName(two.organization.id, one.project.name)).toEqual(project)
        expect(await tx.projects.findByName(one.organization.id, one.project.name)).toEqual(one.project)
      })
    }),

    storeRule('STORE-58', 'deleting a row makes its unique values available again', async ({ store }) => {
      const { organization, project, user } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id })
      const role = await seedRole(store, { organizationId: organization.id })
      const key = newPersonalApiKeyRow({ user })
      const access = newFlagRoleAccessRow({ flagId: flag.id, roleId: role.id })
      const membership = newRoleMembershipRow({ roleId: role.id, user })
      for (let round = 0; round < 2; round++) {
        await store.write(async (tx) => {
          await tx.personalApiKeys.insert(key)
          await tx.roleMemberships.insert(organization.id, membership)
          const { id } = await tx.flagRoleAccess.insert(project.id, access)
          expect(await tx.personalApiKeys.delete(user.id, key.id)).toBe(true)
          expect(await tx.roleMemberships.delete(organization.id, role.id, membership.id)).toBe(true)
          expect(await tx.flagRoleAccess.delete(project.id, flag.id, id)).toBe(true)
        })
      }
      await store.write((tx) => tx.roles.delete(organization.id, role.id))
      await seedRole(store, { organizationId: organization.id, name: role.name })
    }),

    storeRule('STORE-59', 'numeric ids are positive integers, and never assigned twice', async ({ store }) => {
      const { organization, project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id })
      const role = await seedRole(store, { organizationId: organization.id })
      const access = newFlagRoleAccessRow({ flagId: flag.id, roleId: role.id })
      const given: number[] = []
      for (let round = 0; round < 3; round++) {
        const { id } = await store.write((tx) => tx.flagRoleAccess.insert(project.id, access))
        given.push(id)
        await store.write((tx) => tx.flagRoleAccess.delete(project.id, flag.id, id))
      }
      expect(given).toEqual([...new Set(given)].sort((a, b) => a - b))
      for (const id of [...given, flag.id, project.id]) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
    }),
  ],
}

/**
 * Returns the number of a rule. The first eleven precede the other rules of this group; the others start at 300 and
 * 560.
 */
function raceNumber(n: number): StoreRule['id'] {
  if (n < 11) return `STORE-${40 + n}`
  return `STORE-${n < 20 ? 289 + n : 540 + n}`
}

async function violationOf(write: Promise<unknown>): Promise<unknown> {
  return write.then(
    () => 'the write went through',
    (error: unknown) => error,
  )
}

function expectViolation(error: unknown, constraint: UniqueConstraint): void {
  expect(error).toBeInstanceOf(UniqueViolation)
  expect(error).toMatchObject({ constraint })
}
