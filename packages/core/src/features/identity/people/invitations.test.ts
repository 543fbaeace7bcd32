import { describe, expect, it } from 'vitest'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import { DAY_MS } from '../../../foundation/time/durations.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { newMembershipRow, newPersonalApiKeyRow } from '../../../testing/row-builders.ts'
import { seedTenant, seedUser } from '../../../testing/seed-tenant.ts'
import { type TestDeck, testDeck } from '../../../testing/test-deck.ts'
import { authenticateKey } from '../authenticate.ts'
import { openOrganization } from '../open-project.ts'
import { acceptAsUser } from './accept-invitation.ts'
import { inviteMember } from './invite-member.ts'
import { retrieveInvitation } from './open-invitation.ts'

const FORBIDDEN = { kind: 'permission_denied' }
const USED = { kind: 'gone', code: 'gone', message: 'This invitation was already used. Ask for a new one.' }
const EXPIRED = { kind: 'gone', code: 'gone', message: 'This invitation has expired. Ask for a new one.' }
const UNKNOWN = { kind: 'not_found', message: 'This invitation does not exist or was withdrawn.' }
const EMAIL = 'grace@flagdeck.test'

async function setUp() {
  const test = await testDeck()
  const home = await test.deck.organization()
  return { ...test, home, invite: (fields = {}) => home.invitations.create({ email: EMAIL, ...fields }) }
}

function as({ deck, organization }: TestDeck, user: TestDeck['owner']) {
  return deck.as(user).organization(organization.id)
}

describe('an invitation', () => {
  it('PEOPLE-9 is shown once, and kept as a hash', async () => {
    const { invite, home, store } = await setUp()
    const { invitation, token } = await invite({ email: ' Grace@Flagdeck.test ', firstName: 'Grace', level: 8 })
    expect(token).toMatch(/^phi_/)
    expect(invitation).toMatchObject({ email: EMAIL, firstName: 'Grace', level: 8, roleIds: [], acceptedAt: null })
    const { items } = await home.invitations.list()
    expect(items).toEqual([invitation])
    expect(JSON.stringify([items, await store.read((tx) => tx.invitations.findBySecureToken(token))])).not.toContain(
      token,
    )
  })

  it('PEOPLE-11 makes a user with a key for the organization alone', async () => {
    const test = await setUp()
    const { invite, deck, organization, home } = test
    const role = await home.roles.create({ name: 'R' })
    const gone = await home.roles.create({ name: 'Gone' })
    const { token } = await invite({ firstName: 'Grace', level: 8, roleIds: [role.id.toUpperCase(), gone.id] })
    await home.roles.delete(gone.id)
    const { membership, created } = await deck.acceptInvitation(token, { lastName: 'Hopper' })
    expect(membership).toMatchObject({ level: 8, organizationId: organization.id })
    const { user } = membership
    expect(user).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', email: EMAIL, isEmailVerified: null })
    expect(created?.key).toMatchObject({ scopes: ['*'], scopedOrganizationIds: [organization.id], expiresAt: null })
    const actor = await authenticateKey(deck.context, created?.value ?? '')
    expect(await openOrganization({ ...deck.context, actor }, '@current')).toMatchObject({ organization })
    expect((await home.roles.get(role.id)).members.map((member) => member.user)).toEqual([user])
    const { items } = await home.activity()
    expect(items.slice(0, 4).map(({ scope, verb, user: by }) => [scope, verb, by?.email])).toEqual([
      ['PersonalAPIKey', 'created', EMAIL],
      ['Role', 'updated', EMAIL],
      ['OrganizationMembership', 'created', EMAIL],
      ['OrganizationInvite', 'updated', EMAIL],
    ])
  })

  it('PEOPLE-11 gives no role twice to who has it already', async () => {
    const { invite, deck, home, store, organization } = await setUp()
    const role = await home.roles.create({ name: 'R' })
    const user = await seedUser(store)
    const joinedAt = role.createdAt
    const given = { id: deck.context.ids.uuid(), roleId: role.id, user, joinedAt, updatedAt: joinedAt }
    await store.write((tx) => tx.roleMemberships.insert(organization.id, given))
    const { token } = await invite({ email: user.email, roleIds: [role.id] })
    await deck.acceptInvitation(token)
    expect((await home.roles.get(role.id)).members.map((member) => member.user)).toEqual([user])
  })

  it('PEOPLE-13 is replaced by those alone who may withdraw it, and the activity tells', async () => {
    const test = await setUp()
    const { token } = await test.invite({ level: 15 })
    const admin = await as(test, test.admin)
    await expect(admin.invitations.create({ email: EMAIL, level: 1 })).rejects.toMatchObject(FORBIDDEN)
    expect(await retrieveInvitation(test.deck.context, token)).toMatchObject({ level: 15 })
    await test.invite({ level: 8 })
    const { items } = await test.home.activity()
    expect(items.map(({ verb }) => verb).sort()).toEqual(['created', 'created', 'deleted'])
  })

  it('PEOPLE-10 is good once', async () => {
    const { invite, deck, home } = await setUp()
    const { token } = await invite()
    await deck.acceptInvitation(token)
    await expect(deck.acceptInvitation(token)).rejects.toMatchObject(USED)
    await expect(retrieveInvitation(deck.context, token)).rejects.toMatchObject(USED)
    expect((await home.invitations.list()).count).toBe(0)
  })

  it('PEOPLE-10 is good for one of many who accept it at once', async () => {
    const { invite, deck, home } = await setUp()
    const { token } = await invite()
    const accepted = await Promise.allSettled(Array.from({ length: 5 }, () => deck.acceptInvitation(token)))
    const refused = accepted.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(4)
    for (const error of refused) expect(error).toMatchObject(USED)
    expect((await home.members.list()).count).toBe(4)
  })

  it('PEOPLE-10 is good for seven days', async () => {
    const { invite, deck, clock, home } = await setUp()
    const { token, invitation } = await invite()
    clock.advance(7 * DAY_MS - 1)
    expect(await retrieveInvitation(deck.context, token)).toMatchObject({
      email: EMAIL,
      level: 1,
      expiresAt: invitation.expiresAt,
    })
    clock.advance(1)
    await expect(deck.acceptInvitation(token)).rejects.toMatchObject(EXPIRED)
    await expect(retrieveInvitation(deck.context, token)).rejects.toMatchObject(EXPIRED)
    expect((await home.members.list()).count).toBe(3)
    expect((await home.invitations.list()).count).toBe(1)
  })

  it('PEOPLE-10 is nothing that can be guessed, and nothing once it was withdrawn', async () => {
    const { invite, deck, home } = await setUp()
    const { token, invitation } = await invite()
    for (const wrong of ['', 'phi_', token.slice(0, -1), invitation.secureToken, '\0', '\ud800']) {
      await expect(deck.acceptInvitation(wrong)).rejects.toMatchObject(UNKNOWN)
    }
    await home.invitations.withdraw(invitation.id)
    await expect(deck.acceptInvitation(token)).rejects.toMatchObject(UNKNOWN)
    await expect(home.invitations.withdraw(invitation.id)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('PEOPLE-10 lets nobody write who has none', async () => {
    const { deck } = await setUp()
    const store = { ...deck.context.store, write: () => Promise.reject(new Error('a stranger writes')) }
    const { acceptInvitation } = await import('./accept-invitation.ts')
    await expect(acceptInvitation({ ...deck.context, store }, 'phi_wrong', {})).rejects.toMatchObject(UNKNOWN)
  })
})

describe('inviting', () => {
  it('PEOPLE-8 is for those who run the organization, up to their own level', async () => {
    const test = await setUp()
    const levels = [1, 8, 15] as const
    for (const [user, highest] of [
      [test.member, 0],
      [test.admin, 8],
      [test.owner, 15],
    ] as const) {
      const { invitations } = await as(test, user)
      for (const level of levels) {
        const invited = invitations.create({ email: EMAIL, level })
        if (level <= highest) expect((await invited).invitation).toMatchObject({ level, createdBy: user })
        else await expect(invited).rejects.toMatchObject(FORBIDDEN)
      }
    }
  })

  it('PEOPLE-8 takes a key that opens everything', async () => {
    const { inOrganization, owner, project, organization } = await setUp()
    const invite = async (key: Parameters<typeof inOrganization>[1]) =>
      inviteMember(await inOrganization(owner, key), { email: EMAIL })
    await expect(invite({ scopes: ['organization_member:write', 'organization:write'] })).rejects.toMatchObject(
      FORBIDDEN,
    )
    await expect(invite({ scopedProjectIds: [project.id] })).rejects.toMatchObject(FORBIDDEN)
    await expect(invite({ scopedOrganizationIds: [organization.id] })).resolves.toMatchObject({
      token: expect.any(String),
    })
  })

  it('PEOPLE-8 names roles of the organization, and nobody who belongs to it', async () => {
    const { invite, member, store } = await setUp()
    const { organization } = await seedTenant(store)
    await expect(invite({ email: member.email.toUpperCase() })).rejects.toMatchObject({
      code: 'unique',
      attr: 'email',
    })
    await expect(invite({ roleIds: [organization.id] })).rejects.toMatchObject({
      code: 'does_not_exist',
      attr: 'roleIds',
    })
    await expect(invite({ email: 'nobody' })).rejects.toMatchObject({ attr: 'email' })
    await expect(invite({ level: 3 })).rejects.toMatchObject({ code: 'invalid_choice', attr: 'level' })
  })

  it('PEOPLE-13 withdraws the open invitation that the address had', async () => {
    const { invite, deck, home } = await setUp()
    const old = await invite({ level: 15 })
    const { invitation, token } = await invite()
    expect((await home.invitations.list()).items).toEqual([invitation])
    await expect(deck.acceptInvitation(old.token)).rejects.toMatchObject(UNKNOWN)
    await deck.acceptInvitation(token)
  })

  it('PEOPLE-13 ends with the rights of who invited', async () => {
    const test = await setUp()
    const { home } = test
    const invite = async (user: TestDeck['owner'], email: string) =>
      (await as(test, user)).invitations.create({ email })
    await invite(test.owner, 'a@flagdeck.test')
    await invite(test.admin, 'b@flagdeck.test')
    await home.members.setLevel(test.admin.uuid, 1)
    expect((await home.invitations.list()).items.map(({ email }) => email)).toEqual(['a@flagdeck.test'])
    await home.members.setLevel(test.admin.uuid, 8)
    await invite(test.admin, 'c@flagdeck.test')
    await home.members.remove(test.admin.uuid)
    expect((await home.invitations.list()).items.map(({ email }) => email)).toEqual(['a@flagdeck.test'])
  })

  it('PEOPLE-13 tells of invitations that end with the rights of who invited', async () => {
    const test = await setUp()
    const { home } = test
    const ended = async () =>
      (await home.activity()).items
        .filter(({ scope, verb }) => scope === 'OrganizationInvite' && verb === 'deleted')
        .map(({ detail }) => detail.name)
    const invite = async (user: TestDeck['owner'], email: string) =>
      (await as(test, user)).invitations.create({ email })
    await invite(test.owner, 'a@flagdeck.test')
    await invite(test.admin, 'b@flagdeck.test')
    await home.members.setLevel(test.admin.uuid, 1)
    expect(await ended()).toEqual(['b@flagdeck.test'])
    await home.members.setLevel(test.admin.uuid, 8)
    await invite(test.admin, 'c@flagdeck.test')
    await home.members.remove(test.admin.uuid)
    expect(await ended()).toEqual(['c@flagdeck.test', 'b@flagdeck.test'])
  })

  it('PEOPLE-10 ends with the key that made it, when that ends sooner', async () => {
    const { deck, owner, organization, store, clock } = await setUp()
    const invited = async (ms: number) => {
      const key = newPersonalApiKeyRow({ user: owner, scopes: ['*'], expiresAt: timestampOf(clock() + ms) })
      await store.write((tx) => tx.personalApiKeys.insert(key))
      const ctx: Context = { ...deck.context, actor: { type: 'user', user: owner, key } }
      const opened = { ...ctx, ...(await openOrganization(ctx, organization.id)) }
      return inviteMember(opened, { email: `${ms}@flagdeck.test` })
    }
    const { invitation, token } = await invited(1000)
    expect(invitation.expiresAt).toBe(timestampOf(clock() + 1000))
    expect((await invited(8 * DAY_MS)).invitation.expiresAt).toBe(timestampOf(clock() + 7 * DAY_MS))
    clock.advance(1000)
    await expect(deck.acceptInvitation(token)).rejects.toMatchObject(EXPIRED)
  })

  it('PEOPLE-14 shows open invitations to those who run the organization, who withdraw them up to their level', async () => {
    const test = await setUp()
    const { invitation } = await test.invite({ level: 15 })
    const [admin, member] = [await as(test, test.admin), await as(test, test.member)]
    expect((await admin.invitations.list()).count).toBe(1)
    await expect(member.invitations.list()).rejects.toMatchObject(FORBIDDEN)
    await expect(member.invitations.withdraw(invitation.id)).rejects.toMatchObject(FORBIDDEN)
    await expect(admin.invitations.withdraw(invitation.id)).rejects.toMatchObject(FORBIDDEN)
    await (await as(test, test.owner)).invitations.withdraw(invitation.id)
  })
})

describe('a user who is there already', () => {
  it('PEOPLE-12 accepts with rights of their own when they belong elsewhere', async () => {
    const { invite, deck, store, organization } = await setUp()
    const { user } = await seedTenant(store)
    const { token } = await invite({ email: user.email })
    await expect(deck.acceptInvitation(token)).rejects.toMatchObject(FORBIDDEN)
    const { membership, created } = await deck.as(user).acceptInvitation(token)
    expect(membership).toMatchObject({ user, organizationId: organization.id })
    expect(created).toBeNull()
    await expect(deck.as(user).acceptInvitation(token)).rejects.toMatchObject(USED)
  })

  it('PEOPLE-12 accepts with a key that is bound to nothing, and what is for them', async () => {
    const { invite, deck, store, member } = await setUp()
    const { user, organization, project } = await seedTenant(store)
    const { token } = await invite({ email: user.email })
    const accept = async (fields: Partial<PersonalApiKey>, who = user) => {
      const key = newPersonalApiKeyRow({ user: who, ...fields })
      await store.write((tx) => tx.personalApiKeys.insert(key))
      return acceptAsUser({ ...deck.context, actor: { type: 'user', user: who, key } }, { token })
    }
    await expect(accept({ scopes: ['user:read'] })).rejects.toMatchObject(FORBIDDEN)
    await expect(accept({ scopedProjectIds: [project.id] })).rejects.toMatchObject(FORBIDDEN)
    await expect(accept({ scopedOrganizationIds: [organization.id] })).rejects.toMatchObject(FORBIDDEN)
    await expect(accept({}, member)).rejects.toMatchObject(FORBIDDEN)
    await expect(accept({ scopes: ['user:write'] })).resolves.toMatchObject({ created: null })
  })

  it('PEOPLE-12 is who comes back, when they belong nowhere', async () => {
    const { invite, deck, home, member } = await setUp()
    await home.members.remove(member.uuid)
    const { token } = await invite({ email: member.email, firstName: 'Other' })
    const { membership, created } = await deck.acceptInvitation(token, { firstName: 'Another' })
    expect(membership.user).toEqual(member)
    expect(created?.key.user).toEqual(member)
  })

  it('PEOPLE-10 loses no invitation by being a member already', async () => {
    const { invite, deck, store, organization, home } = await setUp()
    const user = await seedUser(store)
    const { token } = await invite({ email: user.email })
    await store.write((tx) => tx.memberships.insert(newMembershipRow({ organizationId: organization.id, user })))
    await expect(deck.as(user).acceptInvitation(token)).rejects.toMatchObject({ code: 'unique' })
    expect((await home.invitations.list()).count).toBe(1)
  })
})
