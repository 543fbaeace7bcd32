import type { Store } from '@flagdeck/core'
import {
  newActivityRow,
  newCohortIndex,
  newFlagIndex,
  newFlagRoleAccessRow,
  newInvitationRow,
  newMembershipRow,
  newOrganizationActivityRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newUserRow,
  type SeededTenant,
  seedFlag,
  seedRole,
  seedTenant,
  seedUser,
} from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { danglingDashboardWrites, onForeignDashboard, writesThatJoinDashboards } from './dashboard-tenant-writes.ts'
import { dumpOf, type FullTenant, seedFullTenant } from './full-tenant.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'
import { TENANT_CALLS, type TenantCall } from './tenant-calls.ts'
import { danglingUsageWrites } from './usage-tenant-calls.ts'

const ALL = { limit: 1000, offset: 0 }

export const tenantRules: StoreRuleGroup = {
  title: 'tenants',
  about:
    'A caller that passes the id of one tenant cannot read, change or reference a row of another. Combinations of different tenants are rejected. Core checks this first, so a store may reject them with any error, as long as it stores nothing.',
  rules: [
    storeRule(
      'STORE-100',
      'every method finds and changes the rows of the tenant that it is given',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const tried = await tryCalls(store, own, own, scopedCalls())
        expect(tried.filter(({ answer, changed }) => isNothing(answer) && !changed).map(({ name }) => name)).toEqual([])
      },
    ),

    storeRule('STORE-101', 'no method returns or changes rows of one tenant for another', async ({ store }) => {
      const own = await seedFullTenant(store)
      const stranger = await seedTenant(store)
      expect(await leaksTo(store, own, stranger, scopedCalls())).toEqual([])
    }),

    storeRule(
      'STORE-102',
      'no method returns or changes rows of one project for another project of the organization',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const project = await store.write((tx) =>
          tx.projects.insert(newProjectRow({ organizationId: own.organization.id })),
        )
        const ofProject = scopedCalls().filter(
          ({ table, name }) => PROJECT_TABLES.includes(table) && !OF_ORGANIZATION.includes(name),
        )
        expect(await leaksTo(store, own, { ...own, project }, ofProject)).toEqual([])
      },
    ),

    storeRule('STORE-103', 'an item is found under its parent only', async ({ store }) => {
      const own = await seedFullTenant(store)
      const [organizationId, projectId] = [own.organization.id, own.project.id]
      const role = await seedRole(store, { organizationId })
      const { access, roleMembership } = own
      await store.write(async (tx) => {
        expect(await tx.roleMemberships.find(organizationId, role.id, roleMembership.id)).toBeUndefined()
        expect(await tx.roleMemberships.delete(organizationId, role.id, roleMembership.id)).toBe(false)
        expect(await tx.flagRoleAccess.find(projectId, own.base.id, access.id)).toBeUndefined()
        expect(await tx.flagRoleAccess.delete(projectId, own.base.id, access.id)).toBe(false)
        expect(await tx.roleMemberships.find(organizationId, own.role.id, roleMembership.id)).toEqual(roleMembership)
        expect(await tx.flagRoleAccess.find(projectId, own.flag.id, access.id)).toEqual(access)
      })
    }),

    storeRule('STORE-104', 'no row can reference two tenants', async ({ store }) => {
      const own = await seedFullTenant(store)
      const other = await seedFullTenant(store)
      const [projectId, organizationId] = [own.project.id, own.organization.id]
      const joins: ((tx: Transaction) => Promise<unknown>)[] = [
        (tx) => tx.flagDependencies.replace(projectId, own.flag.id, [own.base.id, other.flag.id]),
        (tx) => tx.flagDependencies.replace(projectId, other.flag.id, [own.flag.id]),
        (tx) => tx.flagRoleAccess.insert(projectId, accessOf(own.base.id, other.role.id)),
        (tx) => tx.flagRoleAccess.insert(projectId, accessOf(other.base.id, own.role.id)),
        (tx) => tx.cohortMembers.add(projectId, other.cohort.id, [own.person.distinctId]),
        (tx) => {
          const row = newRoleMembershipRow({ roleId: other.role.id, user: own.user })
          return tx.roleMemberships.insert(organizationId, row)
        },
        ...writesThatJoinDashboards(own, other),
      ]
      const before = await dumpOfBoth(store, own, other)
      for (const join of joins) await store.write(join).catch(() => undefined)
      expect(await dumpOfBoth(store, own, other)).toEqual(before)
      expect(await store.read((tx) => onForeignDashboard(tx, own, other))).toEqual([])
    }),

    storeRule(
      'STORE-105',
      '`versions` returns the versions of the requested projects that exist',
      async ({ store }) => {
        const [one, two] = [await seedTenant(store), await seedTenant(store)]
        await seedTenant(store)
        await store.write((tx) => tx.projects.raiseVersion(two.project.id))
        const asked = [two.project.id, one.project.id, two.project.id, 999_999]
        await store.read(async (tx) => {
          const versions = await tx.projects.versions(asked)
          const found = [...versions].map(([id, { version }]) => [id, version] as const)
          expect(found.toSorted(([a], [b]) => a - b)).toEqual([
            [one.project.id, one.project.version],
            [two.project.id, two.project.version + 1],
          ])
          expect((await tx.projects.versions([])).size).toBe(0)
        })
      },
    ),

    storeRule(
      'STORE-106',
      'a row with a reference to a missing row is rejected, and its write with it',
      async ({ store }) => {
        const own = await seedFullTenant(store)
        const nobody = { ...own.user, id: own.user.id + 1000 }
        const nowhere = { organizationId: newProjectRow({ organizationId: '' }).uuid }
        const { id: _, ...anyFlag } = own.flag
        const flag = { ...anyFlag, projectId: own.project.id + 1000, key: 'nowhere' }
        const refused: ((tx: Transaction) => Promise<unknown>)[] = [
          (tx) => tx.projects.insert(newProjectRow(nowhere)),
          (tx) => tx.memberships.insert({ ...own.membership, id: nowhere.organizationId, user: nobody }),
          (tx) => tx.memberships.insert({ ...own.membership, id: nowhere.organizationId, ...nowhere }),
          (tx) => tx.personalApiKeys.insert({ ...own.key, id: 'another', secureValue: 'sha256$other', user: nobody }),
          (tx) => tx.roles.insert({ ...own.role, id: nowhere.organizationId, ...nowhere }),
          (tx) => tx.invitations.insert(newInvitationRow(nowhere)),
          (tx) => tx.invitations.insert(newInvitationRow({ organizationId: own.organization.id, createdBy: nobody })),
          (tx) => tx.organizationActivity.append(newOrganizationActivityRow(nowhere)),
          (tx) => {
            const row = { organizationId: own.organization.id, userId: nobody.id }
            return tx.organizationActivity.append(newOrganizationActivityRow(row))
          },
          (tx) => tx.flags.insert(flag, newFlagIndex(flag)),
          (tx) => tx.activity.append(newActivityRow({ projectId: own.project.id + 1000 })),
          (tx) => tx.activity.append(newActivityRow({ projectId: own.project.id, userId: nobody.id })),
          (tx) => tx.flagRoleAccess.insert(own.project.id, accessOf(own.flag.id + 1000, own.role.id)),
          (tx) => tx.flagRoleAccess.insert(own.project.id, accessOf(own.flag.id, nowhere.organizationId)),
          (tx) => tx.cohorts.insert({ ...own.cohort, projectId: flag.projectId }, newCohortIndex('')),
          (tx) => tx.cohorts.insert({ ...own.cohort, createdBy: nobody }, newCohortIndex('')),
          (tx) => tx.cohortMembers.add(own.project.id, own.cohort.id + 1000, ['a']),
          (tx) => tx.persons.save({ ...own.person, projectId: flag.projectId }),
          (tx) => tx.groups.save({ ...own.group, projectId: flag.projectId }),
          (tx) => tx.projectSizes.add(flag.projectId, 1, own.person.createdAt),
          (tx) => tx.hashKeyOverrides.add(flag.projectId, 'a', [{ flagKey: 'a', hashKey: 'a' }]),
          (tx) => {
            const row = newRoleMembershipRow({ roleId: nowhere.organizationId, user: own.user })
            return tx.roleMemberships.insert(own.organization.id, row)
          },
          ...danglingDashboardWrites(own),
          (tx) => tx.idempotencyKeys.save({ ...own.idempotencyKey, ...nowhere }),
          ...danglingUsageWrites(flag.projectId),
        ]
        const before = await store.read((tx) => dumpOf(tx, own))
        const attempts = refused.map(async (write) => {
          const { email } = newUserRow()
          const attempt = store.write(async (tx) => {
            await tx.users.insert(newUserRow({ email }))
            await write(tx)
          })
          await expect(attempt, String(write)).rejects.toBeInstanceOf(Error)
          expect(await store.read((tx) => tx.users.findByEmail(email)), String(write)).toBeUndefined()
        })
        // A database may retry a write that references a missing row for a while, because that row may have been
        // deleted concurrently. The attempts therefore run concurrently.
        await Promise.all(attempts)
        expect(await store.read((tx) => dumpOf(tx, own))).toEqual(before)
      },
    ),

    storeRule('STORE-107', 'calls with unknown ids find and change nothing', async ({ store }) => {
      const own = await seedFullTenant(store)
      const unknown = newProjectRow({ organizationId: '' }).uuid
      await store.write(async (tx) => {
        expect(await tx.organizations.find(unknown)).toBeUndefined()
        expect(await tx.organizations.findByName('nobody')).toBeUndefined()
        expect(await tx.users.find(999_999)).toBeUndefined()
        expect(await tx.users.findByUuid(unknown)).toBeUndefined()
        expect(await tx.users.findByEmail('nobody@flagdeck.test')).toBeUndefined()
        expect(await tx.projects.find(999_999)).toBeUndefined()
        expect(await tx.projects.findByApiToken('phc_none')).toBeUndefined()
        expect(await tx.projects.findByApiToken(own.project.secretApiToken)).toBeUndefined()
        expect(await tx.projects.findBySecretApiToken('phs_none')).toBeUndefined()
        expect(await tx.projects.findBySecretApiToken(own.project.apiToken)).toBeUndefined()
        expect(await tx.personalApiKeys.findBySecureValue('sha256$none')).toBeUndefined()
        expect(await tx.personalApiKeys.delete(own.user.id, 'none')).toBe(false)
        expect(await tx.roles.delete(own.organization.id, unknown)).toBe(false)
        expect(await tx.personalApiKeys.find(own.user.id, 'none')).toBeUndefined()
        expect(await tx.invitations.findBySecureToken('sha256$none')).toBeUndefined()
        expect(await tx.invitations.withdraw(own.organization.id, unknown)).toBe(false)
        expect(await tx.memberships.delete(own.organization.id, 999_999)).toBe(false)
        expect(await tx.cohorts.find(own.project.id, own.cohort.id + 1000)).toBeUndefined()
        expect(await tx.cohortMembers.list(own.project.id, own.cohort.id + 1000, ALL)).toEqual({ count: 0, items: [] })
        expect(await tx.cohortMembers.remove(own.project.id, own.cohort.id + 1000, own.person.distinctId)).toBe(false)
        expect((await tx.hashKeyOverrides.list(own.project.id, 'none')).length).toBe(0)
        expect(await tx.dashboards.find(own.project.id, own.dashboard.id + 1000)).toBeUndefined()
        expect(await tx.tiles.find(own.project.id, own.textTile.id + 1000)).toBeUndefined()
        expect(await tx.tiles.ofDashboard(own.project.id, own.dashboard.id + 1000)).toEqual([])
        expect(await tx.insights.findByShortId(own.project.id, 'none')).toBeUndefined()
        expect(await tx.dashboardTemplates.find(own.project.id, unknown)).toBeUndefined()
        expect(await tx.dashboardTemplates.findLiveByName(own.project.id, 'none')).toBeUndefined()
        await tx.personalApiKeys.touch(own.user.id, 'none', own.key.createdAt)
        await tx.organizations.update({ ...own.organization, id: unknown, name: 'none' })
      })
      expect(await store.read((tx) => tx.organizations.findByName('none'))).toBeUndefined()
      await expect(seedFlag(store, { projectId: own.project.id })).resolves.toBeDefined()
    }),

    storeRule('STORE-108', 'an id that is taken is rejected, even if another tenant has it', async ({ store }) => {
      const [own, other] = [await seedFullTenant(store), await seedFullTenant(store)]
      const { organization, user } = own
      const newcomer = await seedUser(store)
      const membership = newMembershipRow({ organizationId: organization.id, user: newcomer, id: other.membership.id })
      const key = newPersonalApiKeyRow({ user, id: other.key.id })
      const role = newRoleRow({ organizationId: organization.id, id: other.role.id })
      const roleMembership = newRoleMembershipRow({ roleId: own.role.id, user: newcomer, id: other.roleMembership.id })
      const refused: ((tx: Transaction) => Promise<unknown>)[] = [
        (tx) => tx.organizations.insert(newOrganizationRow({ id: other.organization.id })),
        (tx) => tx.memberships.insert(membership),
        (tx) => tx.personalApiKeys.insert(key),
        (tx) => tx.roles.insert(role),
        (tx) => tx.invitations.insert(newInvitationRow({ organizationId: organization.id, id: other.invitation.id })),
        (tx) => tx.roleMemberships.insert(organization.id, roleMembership),
        (tx) => tx.dashboardTemplates.insert({ ...own.template, id: other.template.id, templateName: 'taken id' }),
        (tx) => tx.dashboardCollaborators.insert({ ...own.collaborator, id: other.collaborator.id, user: newcomer }),
      ]
      const before = await dumpOfBoth(store, own, other)
      for (const write of refused) await expect(store.write(write)).rejects.toBeInstanceOf(Error)
      expect(await dumpOfBoth(store, own, other)).toEqual(before)
    }),
  ],
}

const PROJECT_TABLES = [
  'flags',
  'flagDependencies',
  'flagRoleAccess',
  'cohorts',
  'cohortMembers',
  'persons',
  'groups',
  'hashKeyOverrides',
  'projectSizes',
  'dashboards',
  'tiles',
  'textCards',
  'insights',
  'dashboardTemplates',
  'dashboardCollaborators',
  'usageCounts',
  'userSets',
  'seenFlags',
  'activity',
]

/** The calls for those tables that affect all projects of an organization. */
const OF_ORGANIZATION = ['dashboardCollaborators.deleteOfUser']

interface NamedCall {
  readonly table: string
  readonly name: string
  readonly call: TenantCall
}

function scopedCalls(): NamedCall[] {
  return Object.entries(TENANT_CALLS).flatMap(([table, methods]) =>
    Object.entries<TenantCall | string>(methods).flatMap(([method, call]) =>
      typeof call === 'string' ? [] : [{ table, name: `${table}.${method}`, call }],
    ),
  )
}

/** Returns the calls by `stranger` that read or changed rows of `own`. */
async function leaksTo(
  store: Store,
  own: FullTenant,
  stranger: SeededTenant,
  calls: readonly NamedCall[],
): Promise<string[]> {
  const tried = await tryCalls(store, own, stranger, calls)
  return tried.flatMap(({ name, answer, changed }) => [
    ...(isNothing(answer) ? [] : [`${name} answers ${JSON.stringify(answer)}`]),
    ...(changed ? [`${name} changes something`] : []),
  ])
}

interface TriedCall {
  readonly name: string
  readonly answer: unknown
  /** Whether any row of `own` was different before the rollback. */
  readonly changed: boolean
}

class TakenBack extends Error {}

/** Runs each call in a separate transaction, which is rolled back. */
async function tryCalls(
  store: Store,
  own: FullTenant,
  as: SeededTenant,
  calls: readonly NamedCall[],
): Promise<readonly TriedCall[]> {
  const before = JSON.stringify(await store.read((tx) => dumpOf(tx, own)))
  const tried: TriedCall[] = []
  for (const { name, call } of calls) {
    const one = { name, answer: undefined as unknown, changed: false }
    const attempt = store.write(async (tx) => {
      one.answer = await call(tx, own, as)
      one.changed = JSON.stringify(await dumpOf(tx, own)) !== before
      throw new TakenBack()
    })
    // If a call rejects, its transaction rejects too, and returns nothing.
    await attempt.catch(() => undefined)
    tried.push(one)
  }
  expect(JSON.stringify(await store.read((tx) => dumpOf(tx, own)))).toBe(before)
  return tried
}

/** Whether a result means "not found": undefined, false, 0, totals of no bytes, or an empty page, list, set or map. */
function isNothing(answer: unknown): boolean {
  if (answer === undefined || answer === false || answer === 0) return true
  if (Array.isArray(answer)) return answer.length === 0
  if (answer instanceof Set || answer instanceof Map) return answer.size === 0
  if (typeof answer !== 'object' || answer === null) return false
  if ('count' in answer) return answer.count === 0
  if ('bytes' in answer) return answer.bytes === 0
  return 'items' in answer && isNothing(answer.items)
}

function accessOf(flagId: number, roleId: string) {
  return newFlagRoleAccessRow({ flagId, roleId })
}

async function dumpOfBoth(store: Store, one: SeededTenant, two: SeededTenant): Promise<unknown> {
  return store.read(async (tx) => [await dumpOf(tx, one), await dumpOf(tx, two)])
}
