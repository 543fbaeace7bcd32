import { describe, expect, it } from 'vitest'
import type { MembershipLevel } from '../../../data/records/membership.ts'
import { makeBootstrap } from '../../../deck/make-bootstrap.ts'
import { newMembershipRow, newProjectRow } from '../../../testing/row-builders.ts'
import { seedTenant, seedUser } from '../../../testing/seed-tenant.ts'
import { type TestDeck, testDeck } from '../../../testing/test-deck.ts'
import { createPersonalApiKey } from '../create-personal-api-key.ts'
import { updateMember } from './change-member.ts'

const FORBIDDEN = { kind: 'permission_denied' }

async function setUp() {
  const test = await testDeck()
  const { deck, store, organization } = test
  const join = async (level: MembershipLevel) => {
    const user = await seedUser(store)
    await store.write((tx) => tx.memberships.insert(newMembershipRow({ organizationId: organization.id, user, level })))
    return user
  }
  return { ...test, join, home: await deck.organization(organization.id) }
}

/** Returns the organization as a user opens it in an embedded application. */
function as({ deck, organization }: TestDeck, user: TestDeck['owner']) {
  return deck.as(user).organization(organization.id)
}

describe('settings of an organization', () => {
  it('PEOPLE-1 are changed by those who run it; what is missing stays', async () => {
    const test = await setUp()
    const admin = await as(test, test.admin)
    const changed = await admin.update({ defaultFlagAccessLevel: 21 })
    expect(changed).toMatchObject({ name: test.organization.name, defaultFlagAccessLevel: 21 })
    expect(await admin.update({ name: ' Acme ' })).toMatchObject({ name: 'Acme', defaultFlagAccessLevel: 21 })
    expect(await admin.update({ defaultFlagAccessLevel: null })).toMatchObject({ defaultFlagAccessLevel: null })
    await expect((await as(test, test.member)).update({ name: 'Mine' })).rejects.toMatchObject(FORBIDDEN)
    expect((await test.home.get()).name).toBe('Acme')
  })

  it('PEOPLE-1 count at once', async () => {
    const test = await setUp()
    const flag = await (await test.deck.as(test.owner).project(test.project.id)).flags.create({ key: 'k' })
    const flags = async () => (await test.deck.as(test.member).project(test.project.id)).flags
    await (await flags()).update(flag.id, { name: 'first' })
    await test.home.update({ defaultFlagAccessLevel: 21 })
    await expect((await flags()).update(flag.id, { name: 'second' })).rejects.toMatchObject(FORBIDDEN)
  })

  it('PEOPLE-1 have a name of their own', async () => {
    const { home, store } = await setUp()
    const { organization } = await seedTenant(store)
    await expect(home.update({ name: organization.name })).rejects.toMatchObject({ code: 'unique', attr: 'name' })
  })
})

describe('the level of a member', () => {
  const LEVELS = [1, 8, 15] as const

  it('PEOPLE-2 is changed by those who run the organization, up to their own', async () => {
    const test = await setUp()
    for (const own of LEVELS) {
      for (const before of LEVELS) {
        for (const after of LEVELS) {
          const caller = await as(test, await test.join(own))
          const { uuid } = await test.join(before)
          const change = caller.members.setLevel(uuid, after)
          const isAllowed = own > 1 && (after === before || (before <= own && after <= own))
          if (isAllowed) expect((await change).level).toBe(after)
          else await expect(change, `${own}: ${before} to ${after}`).rejects.toMatchObject(FORBIDDEN)
        }
      }
    }
  })

  it('PEOPLE-2 takes organization_member:write over a key, and none that is bound to projects', async () => {
    const { inOrganization, admin, member, project } = await setUp()
    const change = async (key: Parameters<typeof inOrganization>[1], level: 1 | 8 = 8) =>
      updateMember(await inOrganization(admin, key), member.uuid, { level })
    await expect(change({ scopes: ['organization_member:read'] })).rejects.toMatchObject(FORBIDDEN)
    await expect(change({ scopedProjectIds: [project.id] })).rejects.toMatchObject(FORBIDDEN)
    await expect(change({ scopes: ['organization_member:write'] })).rejects.toMatchObject(FORBIDDEN)
    expect(await change({ scopes: ['*'] })).toMatchObject({ level: 8 })
    expect(await change({ scopes: ['organization_member:write'] }, 1)).toMatchObject({ level: 1 })
  })

  it('PEOPLE-3 is handed over: the new owner may lower the old one', async () => {
    const test = await setUp()
    await (await as(test, test.owner)).members.setLevel(test.member.uuid, 15)
    await (await as(test, test.member)).members.setLevel(test.owner.uuid, 8)
    const { items } = await test.home.members.list()
    expect(items.map(({ user, level }) => [user.id, level])).toEqual([
      [test.owner.id, 8],
      [test.admin.id, 8],
      [test.member.id, 15],
    ])
  })

  it('PEOPLE-4 of the last owner stays, whoever lowers or removes them', async () => {
    const test = await setUp()
    const last = {
      kind: 'validation',
      message: 'An organization must have an owner: change the level of another member to owner first.',
    }
    const { uuid } = test.owner
    for (const caller of [test.home, await as(test, test.owner)]) {
      await expect(caller.members.setLevel(uuid, 8)).rejects.toMatchObject(last)
      await expect(caller.members.remove(uuid)).rejects.toMatchObject(last)
    }
    expect((await test.home.activity()).count).toBe(0)
    await test.home.members.setLevel(test.admin.uuid, 15)
    await test.home.members.setLevel(uuid, 1)
  })

  it('PEOPLE-4 of one of two owners stays when both are lowered at once', async () => {
    const test = await setUp()
    const second = await test.join(15)
    const [one, two] = [await as(test, test.owner), await as(test, second)]
    const lowered = await Promise.allSettled([
      one.members.setLevel(second.uuid, 1),
      two.members.setLevel(test.owner.uuid, 1),
    ])
    expect(lowered.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const owners = (await test.home.members.list()).items.filter(({ level }) => level === 15)
    expect(owners).toHaveLength(1)
  })
})

describe('removing a member', () => {
  it('PEOPLE-6 is for those who run the organization, up to their own level, and for themselves', async () => {
    const test = await setUp()
    const [colleague, second] = [await test.join(1), await test.join(15)]
    const remove = async (caller: TestDeck['owner'], { uuid }: TestDeck['owner']) =>
      (await as(test, caller)).members.remove(uuid)
    await expect(remove(test.member, colleague)).rejects.toMatchObject(FORBIDDEN)
    await expect(remove(test.admin, second)).rejects.toMatchObject(FORBIDDEN)
    await remove(test.admin, colleague)
    await remove(test.member, test.member)
    await remove(test.owner, second)
    const { items } = await test.home.members.list()
    expect(items.map(({ user }) => user.id)).toEqual([test.owner.id, test.admin.id])
    await expect(remove(test.owner, colleague)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('PEOPLE-5 takes roles and dashboards along, for good', async () => {
    const test = await setUp()
    const { home, member, project, deck, store } = test
    const role = await home.roles.create({ name: 'R' })
    await home.roles.addMember(role.id, member.uuid)
    const dashboard = await (await deck.project(project.id)).dashboards.create({ restrictionLevel: 37 })
    const now = dashboard.createdAt
    const row = { id: role.id, projectId: project.id, dashboardId: dashboard.id, user: member, level: 37 } as const
    await store.write((tx) => tx.dashboardCollaborators.insert({ ...row, addedAt: now, updatedAt: now }))
    await home.members.remove(member.uuid)
    await store.write((tx) =>
      tx.memberships.insert(newMembershipRow({ organizationId: home.organization.id, user: member })),
    )
    expect((await home.roles.get(role.id)).members).toEqual([])
    expect(await store.read((tx) => tx.dashboardCollaborators.ofDashboard(project.id, dashboard.id))).toEqual([])
    const { items } = await store.read((tx) => tx.activity.list(project.id, { scope: 'Role' }, { limit: 1, offset: 0 }))
    expect(items[0]?.detail.changes).toMatchObject([{ field: 'members', before: member.uuid, after: null }])
  })

  it('PEOPLE-5 takes every key of who belongs nowhere else', async () => {
    const { home, member, store, deck } = await setUp()
    await createPersonalApiKey(deck.context, { user: member, label: 'all', scopes: ['*'] })
    await home.keys.create({ label: 'here', scopes: ['*'] }, member)
    await home.members.remove(member.uuid)
    expect(await store.read((tx) => tx.personalApiKeys.list(member.id))).toEqual([])
  })

  it('PEOPLE-5 leaves who belongs elsewhere the keys for there', async () => {
    const { home, member, store, deck, project } = await setUp()
    const away = await seedTenant(store)
    const [here, there] = [home.organization.id, away.organization.id]
    await store.write((tx) => tx.memberships.insert(newMembershipRow({ organizationId: there, user: member })))
    const make = (label: string, scopedOrganizationIds: string[] | null, scopedProjectIds: number[] | null = null) =>
      createPersonalApiKey(deck.context, {
        ...{ user: member, label, scopes: ['*'], scopedOrganizationIds, scopedProjectIds },
      })
    await make('all', null)
    await make('here', [here])
    await make('there', [there])
    await make('both', [here, there])
    await make('project here', null, [project.id])
    await make('projects', null, [project.id, away.project.id])
    await home.members.remove(member.uuid)
    const left = await store.read((tx) => tx.personalApiKeys.list(member.id))
    expect(
      Object.fromEntries(
        left.map(({ label, scopedOrganizationIds, scopedProjectIds }) => [
          label,
          scopedOrganizationIds ?? scopedProjectIds,
        ]),
      ),
    ).toEqual({ all: null, there: [there], both: [there], projects: [away.project.id] })
  })

  it('PEOPLE-15 does not outlast a bootstrap document that names them', async () => {
    const { home, member, deck } = await setUp()
    await home.members.remove(member.uuid)
    const named = { email: member.email, firstName: '', lastName: '', level: 'member', apiKeys: [] } as const
    const { name } = home.organization
    const document = { name, defaultFlagAccessLevel: null, members: [named], roles: [], projects: [] }
    await makeBootstrap(deck.context, { organizations: [document] })
    expect((await home.members.list()).items.map(({ user }) => user.id)).toContain(member.id)
  })

  it('PEOPLE-7 lets nobody write who was removed, also with what was entered before', async () => {
    const test = await setUp()
    const entered = await test.deck.as(test.admin).project(test.project.id)
    const organization = await as(test, test.admin)
    await test.home.members.remove(test.admin.uuid)
    await expect(entered.flags.create({ key: 'k' })).rejects.toMatchObject(FORBIDDEN)
    await expect(organization.update({ name: 'x' })).rejects.toMatchObject(FORBIDDEN)
    await expect(organization.invitations.create({ email: 'a@b.c' })).rejects.toMatchObject(FORBIDDEN)
    await expect(as(test, test.admin)).rejects.toMatchObject(FORBIDDEN)
  })
})

describe('the activity of an organization', () => {
  it('ACT-13 tells of settings, people, roles and keys, to those who run it', async () => {
    const test = await setUp()
    const { home, member } = test
    const owner = await as(test, test.owner)
    await owner.update({ defaultFlagAccessLevel: 21 })
    await owner.update({ defaultFlagAccessLevel: 21 })
    await owner.members.setLevel(member.uuid, 8)
    const { invitation } = await owner.invitations.create({ email: 'New@flagdeck.test', level: 8 })
    await owner.invitations.withdraw(invitation.id)
    const { id } = await owner.roles.create({ name: 'R' })
    const { key } = await owner.keys.create({ label: 'ci', scopes: ['*'] })
    await owner.keys.rotate(key.id)
    await owner.keys.revoke(key.id)
    await home.members.remove(member.uuid)
    const { count, items } = await (await as(test, test.admin)).activity()
    expect(items.map(({ scope, verb, itemId, user }) => [scope, verb, itemId, user?.email ?? null])).toEqual([
      ['OrganizationMembership', 'deleted', member.uuid, null],
      ['PersonalAPIKey', 'deleted', key.id, test.owner.email],
      ['PersonalAPIKey', 'updated', key.id, test.owner.email],
      ['PersonalAPIKey', 'created', key.id, test.owner.email],
      ['Role', 'created', id, test.owner.email],
      ['OrganizationInvite', 'deleted', invitation.id, test.owner.email],
      ['OrganizationInvite', 'created', invitation.id, test.owner.email],
      ['OrganizationMembership', 'updated', member.uuid, test.owner.email],
      ['Organization', 'updated', home.organization.id, test.owner.email],
    ])
    expect(count).toBe(9)
    expect(items[7]?.detail).toMatchObject({
      name: member.email,
      changes: [{ type: 'OrganizationMembership', action: 'changed', field: 'level', before: 1, after: 8 }],
    })
    expect(JSON.stringify(items)).not.toContain('sha256')
    const stays = await as(test, await test.join(1))
    await expect(stays.activity()).rejects.toMatchObject(FORBIDDEN)
  })

  it('ACT-13 tells of a key where it is good', async () => {
    const { home, deck, store, owner, project } = await setUp()
    const away = await seedTenant(store)
    const sister = await store.write((tx) =>
      tx.projects.insert(newProjectRow({ organizationId: away.organization.id })),
    )
    const row = newMembershipRow({ organizationId: away.organization.id, user: owner, level: 8 })
    await store.write((tx) => tx.memberships.insert(row))
    const make = (label: string, bounds: object) =>
      createPersonalApiKey(deck.context, { user: owner, label, scopes: ['*'], ...bounds })
    await make('all', {})
    await make('here', { scopedOrganizationIds: [home.organization.id] })
    await make('project', { scopedProjectIds: [project.id] })
    await make('away', { scopedProjectIds: [sister.id] })
    const labels = async (id: string) =>
      (await (await deck.organization(id)).activity()).items.map(({ detail }) => detail.name).toReversed()
    expect(await labels(home.organization.id)).toEqual(['all', 'here', 'project'])
    expect(await labels(away.organization.id)).toEqual(['all', 'away'])
  })

  it('ACT-14 tells no organization of another by a key that opens both', async () => {
    const test = await setUp()
    const { home, deck, store, owner, member, project } = test
    const away = await seedTenant(store)
    const row = newMembershipRow({ organizationId: away.organization.id, user: member, level: 1 })
    await store.write((tx) => tx.memberships.insert(row))
    await createPersonalApiKey(deck.context, {
      user: member,
      label: 'both',
      scopes: ['*'],
      scopedProjectIds: [project.id, away.project.id],
      scopedOrganizationIds: [home.organization.id, away.organization.id],
    })
    await (await as(test, owner)).members.remove(member.uuid)
    const { items } = await (await deck.organization(away.organization.id)).activity()
    const told = JSON.stringify(items)
    expect(items.map(({ detail }) => detail.name)).toEqual(['both'])
    for (const secret of [home.organization.id, owner.email]) expect(told).not.toContain(secret)
    const teams = items[0]?.detail.changes.find(({ field }) => field === 'scopedTeams')
    expect(teams?.after).toEqual([away.project.id])
  })
})
