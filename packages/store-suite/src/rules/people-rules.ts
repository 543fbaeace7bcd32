import type { Store } from '@flagdeck/core'
import {
  BUILT_AT,
  newDashboardCollaboratorRow,
  newInvitationRow,
  newMembershipRow,
  newOrganizationActivityRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newRoleMembershipRow,
  type SeededTenant,
  seedDashboard,
  seedRole,
  seedTenant,
  seedUser,
} from '@flagdeck/core/fixtures'
import type { Invitation, OrganizationActivityTable } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

export const peopleRules: StoreRuleGroup = {
  title: 'members, invitations and keys',
  about: 'Members, their invitations, roles and keys, and the activity of the organization.',
  rules: [
    storeRule('STORE-480', 'an update changes the level and time of that membership only', async ({ store }) => {
      const { organization, membership, user } = await seedTenant(store)
      const elsewhere = await seedMembership(store, await seedTenant(store), user)
      const changed = { ...membership, level: 15, updatedAt: moment('2027-01-01') } as const
      await store.write((tx) => tx.memberships.update({ ...changed, joinedAt: moment('2027-01-01') }))
      await store.read(async (tx) => {
        expect(await tx.memberships.find(organization.id, user.id)).toEqual(changed)
        expect(await tx.memberships.find(elsewhere.organizationId, user.id)).toEqual(elsewhere)
      })
    }),

    storeRule('STORE-481', 'deleting a membership deletes no other, and returns true once', async ({ store }) => {
      const own = await seedTenant(store)
      const { organization, membership } = own
      const user = await seedUser(store)
      const gone = await seedMembership(store, own, user)
      const elsewhere = await seedMembership(store, await seedTenant(store), user)
      expect(await store.write((tx) => tx.memberships.delete(gone.organizationId, user.id))).toBe(true)
      expect(await store.write((tx) => tx.memberships.delete(gone.organizationId, user.id))).toBe(false)
      await store.read(async (tx) => {
        expect(await tx.memberships.list(organization.id, ALL)).toEqual({ count: 1, items: [membership] })
        expect(await tx.memberships.ofUser(user.id)).toEqual([elsewhere])
      })
    }),

    storeRule('STORE-482', 'members are counted by level, within one organization', async ({ store }) => {
      const [own, other] = [await seedTenant(store), await seedTenant(store)]
      for (const level of [15, 15, 8] as const) await seedMembership(store, own, await seedUser(store), level)
      await seedMembership(store, other, await seedUser(store), 15)
      await store.read(async (tx) => {
        const counts = await Promise.all(
          ([15, 8, 1] as const).map((at) => tx.memberships.countAt(own.organization.id, at)),
        )
        expect(counts).toEqual([2, 1, 1])
      })
    }),

    storeRule(
      'STORE-483',
      'if two writers lower the last two owners under the lock, one of them finds a single owner left',
      async (trial) => {
        const { store } = trial
        const second = await trial.openSecond()
        const own = await seedTenant(store)
        const owners = [
          await seedMembership(store, own, await seedUser(store), 15),
          await seedMembership(store, own, await seedUser(store), 15),
        ]
        const lower = (on: Store, owner: (typeof owners)[number] | undefined) =>
          on.write(async (tx) => {
            await tx.organizations.lock(own.organization.id)
            if ((await tx.memberships.countAt(own.organization.id, 15)) < 2) return 'refused'
            if (owner) await tx.memberships.update({ ...owner, level: 1 })
            return 'lowered'
          })
        const outcomes = await Promise.all([lower(store, owners[0]), lower(second, owners[1])])
        expect(outcomes.toSorted()).toEqual(['lowered', 'refused'])
        expect(await store.read((tx) => tx.memberships.countAt(own.organization.id, 15))).toBe(1)
      },
    ),

    storeRule('STORE-484', 'if many requests accept an invitation concurrently, one succeeds', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const { id, secureToken } = await seedInvitation(store, { organizationId: organization.id })
      const accept = () => store.write((tx) => tx.invitations.accept(organization.id, id, BUILT_AT))
      const outcomes = await Promise.all(Array.from({ length: 10 }, accept))
      expect(outcomes.filter((accepted) => accepted)).toHaveLength(1)
      const kept = await store.read((tx) => tx.invitations.findBySecureToken(secureToken))
      expect(kept?.acceptedAt).toBe(BUILT_AT)
    }),

    storeRule(
      'STORE-485',
      'accepting an invitation stores the time and changes nothing else; an accepted invitation is no longer open',
      async (trial) => {
        const { store } = trial
        const { organization, user } = await seedTenant(store)
        const invitation = await seedInvitation(store, { organizationId: organization.id, createdBy: user })
        const other = await seedInvitation(store, { organizationId: organization.id })
        await store.write((tx) => tx.invitations.accept(organization.id, invitation.id, moment('2027-01-01')))
        const accepted = { ...invitation, acceptedAt: moment('2027-01-01') }
        await store.write(async (tx) => {
          expect(await tx.invitations.findBySecureToken(invitation.secureToken)).toEqual(accepted)
          expect(await tx.invitations.findOpen(organization.id, invitation.id)).toBeUndefined()
          expect(await tx.invitations.listOpen(organization.id, ALL)).toEqual({ count: 1, items: [other] })
          expect(await tx.invitations.withdraw(organization.id, invitation.id)).toBe(false)
          expect(await tx.invitations.accept(organization.id, invitation.id, BUILT_AT)).toBe(false)
        })
      },
    ),

    storeRule('STORE-486', 'open invitations are ordered by creation time, then by id', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const expected: Invitation[] = []
      for (const [n, letter] of ['7', '2', '9', '4', '1'].entries()) {
        const id = `${letter}0000000-0000-4000-8000-000000000000`
        const createdAt = moment(n < 3 ? '2026-01-02' : '2026-01-01')
        expected.push(await seedInvitation(store, { organizationId: organization.id, id, createdAt }))
      }
      const { items } = await store.read((tx) => tx.invitations.listOpen(organization.id, ALL))
      expect(items).toEqual([4, 3, 1, 0, 2].map((n) => expected[n]))
    }),

    storeRule(
      'STORE-487',
      'invitations are withdrawn individually, by address and by creator; accepted ones stay',
      async ({ store }) => {
        const { organization, user } = await seedTenant(store)
        const [organizationId, other] = [organization.id, (await seedTenant(store)).organization.id]
        const accepted = { acceptedAt: BUILT_AT }
        const make = (fields: Partial<Invitation>) => seedInvitation(store, { organizationId, ...fields })
        const [one, to, of] = [await make({}), await make({ email: 'a@b.c' }), await make({ createdBy: user })]
        const stays = [
          await make({}),
          await make({ email: 'a@b.c', ...accepted }),
          await make({ createdBy: user, ...accepted }),
          await make({ email: 'a@b.c', createdBy: user, organizationId: other }),
        ]
        await store.write(async (tx) => {
          expect(await tx.invitations.withdraw(organizationId, one.id)).toBe(true)
          await tx.invitations.withdrawTo(organizationId, 'a@b.c')
          await tx.invitations.withdrawOf(organizationId, user.id)
        })
        await store.read(async (tx) => {
          for (const { secureToken } of [one, to, of]) {
            expect(await tx.invitations.findBySecureToken(secureToken)).toBeUndefined()
          }
          for (const invitation of stays) {
            expect(await tx.invitations.findBySecureToken(invitation.secureToken)).toEqual(invitation)
          }
        })
      },
    ),

    storeRule(
      'STORE-488',
      'a user is removed from all roles of one organization; other members and other organizations are not affected',
      async ({ store }) => {
        const { organization, user } = await seedTenant(store)
        const other = await seedTenant(store)
        const colleague = await seedUser(store)
        const give = async (organizationId: string, to: typeof user) => {
          const role = await seedRole(store, { organizationId })
          const membership = newRoleMembershipRow({ roleId: role.id, user: to })
          await store.write((tx) => tx.roleMemberships.insert(organizationId, membership))
          return role
        }
        await give(organization.id, user)
        await give(organization.id, user)
        const elsewhere = await give(other.organization.id, user)
        const theirs = await give(organization.id, colleague)
        await store.write((tx) => tx.roleMemberships.deleteOfUser(organization.id, user.id))
        await store.read(async (tx) => {
          expect(await tx.roles.ofUser(organization.id, user.id)).toEqual([])
          expect(await tx.roles.ofUser(other.organization.id, user.id)).toEqual([elsewhere])
          expect(await tx.roles.ofUser(organization.id, colleague.id)).toEqual([theirs])
        })
      },
    ),

    storeRule(
      'STORE-489',
      'a user is removed as collaborator from all dashboards of one organization; other members and other organizations are not affected',
      async ({ store }) => {
        const own = await seedTenant(store)
        const { organization, project, user } = own
        const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
        const other = await seedTenant(store)
        const colleague = await seedUser(store)
        const add = async (projectId: number, who: typeof user) => {
          const { id: dashboardId } = await seedDashboard(store, { projectId })
          const row = newDashboardCollaboratorRow({ projectId, dashboardId, user: who })
          await store.write((tx) => tx.dashboardCollaborators.insert(row))
          return row
        }
        const gone = [await add(project.id, user), await add(sister.id, user)]
        const stays = [await add(project.id, colleague), await add(other.project.id, user)]
        await store.write((tx) => tx.dashboardCollaborators.deleteOfUser(organization.id, user.id))
        await store.read(async (tx) => {
          const ofDashboard = tx.dashboardCollaborators.ofDashboard
          for (const { projectId, dashboardId } of gone) expect(await ofDashboard(projectId, dashboardId)).toEqual([])
          for (const row of stays) expect(await ofDashboard(row.projectId, row.dashboardId)).toEqual([row])
        })
      },
    ),

    storeRule(
      'STORE-490',
      'an update replaces everything of a key except its id, user, creation time and time of use',
      async (trial) => {
        const { store } = trial
        const { user } = await seedTenant(store)
        const [key, other] = [newPersonalApiKeyRow({ user }), newPersonalApiKeyRow({ user })]
        const changed = {
          ...key,
          label: 'changed',
          secureValue: 'sha256$changed',
          maskValue: 'phx_…1234',
          scopes: ['feature_flag:read'],
          scopedProjectIds: [7],
          scopedOrganizationIds: ['a'],
          expiresAt: moment('2027-01-01'),
        } as const
        await store.write(async (tx) => {
          await tx.personalApiKeys.insert(key)
          await tx.personalApiKeys.insert(other)
          const late = moment('2027-01-01')
          await tx.personalApiKeys.update({ ...changed, createdAt: late, lastUsedAt: late })
        })
        await store.read(async (tx) => {
          expect(await tx.personalApiKeys.findBySecureValue('sha256$changed')).toEqual(changed)
          expect(await tx.personalApiKeys.findBySecureValue(key.secureValue)).toBeUndefined()
          expect(await tx.personalApiKeys.find(user.id, other.id)).toEqual(other)
        })
      },
    ),

    storeRule('STORE-497', 'a retired hash is found by every store, also if it was retired twice', async (trial) => {
      const { store } = trial
      const second = await trial.openSecond()
      const { user } = await seedTenant(store)
      const key = newPersonalApiKeyRow({ user })
      await store.write((tx) => tx.personalApiKeys.insert(key))
      const isRetired = (on: Store) => on.read((tx) => tx.personalApiKeys.isRetired(key.secureValue))
      expect(await isRetired(store)).toBe(false)
      await store.write(async (tx) => {
        await tx.personalApiKeys.delete(user.id, key.id)
        await tx.personalApiKeys.retire(key.secureValue, BUILT_AT)
        await tx.personalApiKeys.retire(key.secureValue, moment('2027-01-01'))
      })
      expect([await isRetired(store), await isRetired(second)]).toEqual([true, true])
      expect(await store.read((tx) => tx.personalApiKeys.isRetired('sha256$other'))).toBe(false)
    }),

    storeRule(
      'STORE-491',
      'the activity of an organization is in the order of writing, newest first, regardless of times and ids',
      async (trial) => {
        const { store } = trial
        const { organization } = await seedTenant(store)
        const other = await seedTenant(store)
        const clocks = ['2026-01-03', '2026-01-01', '2026-01-02', '1999-01-01']
        const ids = [4, 6, 1, 5].map((n) => `${n}0000000-0000-4000-8000-000000000000`)
        for (const [n, clock] of clocks.entries()) {
          const row = { organizationId: organization.id, createdAt: moment(clock), id: ids[n] ?? '' }
          await store.write((tx) => tx.organizationActivity.append(newOrganizationActivityRow(row)))
          const foreign = newOrganizationActivityRow({ organizationId: other.organization.id })
          await store.write((tx) => tx.organizationActivity.append(foreign))
        }
        const idsAt = async (page: typeof ALL) => {
          const { count, items } = await store.read((tx) => tx.organizationActivity.list(organization.id, {}, page))
          expect(count).toBe(4)
          return items.map(({ id }) => id)
        }
        expect(await idsAt(ALL)).toEqual([...ids].reverse())
        expect(await idsAt({ limit: 2, offset: 1 })).toEqual([ids[2], ids[1]])
      },
    ),

    storeRule(
      'STORE-550',
      'the activity of an organization is filtered by kinds, by id and by user, separately and combined',
      async ({ store }) => {
        const [{ organization }, other] = [await seedTenant(store), await seedTenant(store)]
        const ada = await seedUser(store)
        const scopes = [
          'Organization',
          'Role',
          'OrganizationInvite',
          'Role',
          'PersonalAPIKey',
          'OrganizationMembership',
        ] as const
        const rows = scopes.map((scope, n) =>
          newOrganizationActivityRow({
            organizationId: organization.id,
            scope,
            itemId: `item ${n % 2}`,
            userId: n < 4 ? ada.id : null,
          }),
        )
        await store.write(async (tx) => {
          for (const row of rows) {
            await tx.organizationActivity.append(row)
            const foreign = { organizationId: other.organization.id, scope: row.scope, itemId: row.itemId }
            await tx.organizationActivity.append(newOrganizationActivityRow(foreign))
          }
        })
        const found = async (query: Parameters<OrganizationActivityTable['list']>[1], page = ALL) => {
          const { count, items } = await store.read((tx) => tx.organizationActivity.list(organization.id, query, page))
          return { count, rows: items.map(({ id }) => rows.findIndex((row) => row.id === id)) }
        }
        expect(await found({})).toEqual({ count: 6, rows: [5, 4, 3, 2, 1, 0] })
        expect(await found({ scopes: ['Role', 'Organization'] })).toEqual({ count: 3, rows: [3, 1, 0] })
        expect(await found({ scopes: ['Role'] }, { limit: 1, offset: 1 })).toEqual({ count: 2, rows: [1] })
        expect(await found({ scopes: [] })).toEqual({ count: 0, rows: [] })
        expect(await found({ itemId: 'item 0' })).toEqual({ count: 3, rows: [4, 2, 0] })
        expect(await found({ userId: ada.id })).toEqual({ count: 4, rows: [3, 2, 1, 0] })
        expect(await found({ userId: ada.id, itemId: 'item 1', scopes: ['Role'] })).toEqual({ count: 2, rows: [3, 1] })
        expect(await found({ userId: ada.id, itemId: 'item 0', scopes: ['Role'] })).toEqual({ count: 0, rows: [] })
        expect(await found({ itemId: 'item' })).toEqual({ count: 0, rows: [] })
      },
    ),
  ],
}

async function seedMembership(
  store: Store,
  { organization }: Pick<SeededTenant, 'organization'>,
  user: SeededTenant['user'],
  level: 1 | 8 | 15 = 1,
) {
  const membership = newMembershipRow({ organizationId: organization.id, user, level })
  await store.write((tx) => tx.memberships.insert(membership))
  return membership
}

async function seedInvitation(store: Store, fields: Parameters<typeof newInvitationRow>[0]): Promise<Invitation> {
  const invitation = newInvitationRow(fields)
  await store.write((tx) => tx.invitations.insert(invitation))
  return invitation
}
