import { describe, expect, it } from 'vitest'
import { MEMBERSHIP_LEVELS } from '../../../data/records/membership.ts'
import type { User } from '../../../data/records/user.ts'
import { quickPasswords } from '../../../testing/quick-passwords.ts'
import {
  BUILT_AT,
  newOpenIdAccountRow,
  newPersonalApiKeyRow,
  newSessionRow,
  newSignInLinkRow,
} from '../../../testing/row-builders.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { acceptInvitation } from '../people/accept-invitation.ts'
import type { OpenIdIdentity, OpenIdNewcomers } from './openid-identity.ts'
import { signInByOpenId } from './sign-in-by-openid.ts'

const ACME: OpenIdNewcomers = { domains: ['acme.test'], level: MEMBERSHIP_LEVELS.member }

function identityOf(email: string | null, fields: Partial<OpenIdIdentity> = {}): OpenIdIdentity {
  const named = { firstName: 'Ada', lastName: 'Lovelace' }
  return { issuer: 'https://id.test', subject: 'one', email, isEmailVerified: true, ...named, ...fields }
}

async function setUp() {
  const test = await testDeck()
  const { deck, store } = test
  const enter = (identity: OpenIdIdentity, newcomers: OpenIdNewcomers | null = null) =>
    signInByOpenId(deck.context, identity, newcomers, { browser: 'a browser' })
  const user = async (identity: OpenIdIdentity, newcomers?: OpenIdNewcomers) => {
    const outcome = await enter(identity, newcomers)
    return typeof outcome === 'string' ? outcome : outcome.session.user
  }
  const verify = (person: User) => store.write((tx) => tx.users.update({ ...person, isEmailVerified: true }))
  const invite = async (email: string) =>
    (await (await deck.organization(test.organization.id)).invitations.create({ email })).token
  const accept = (token: string) => {
    const ctx = { ...deck.context, passwords: quickPasswords() }
    return acceptInvitation(ctx, token, { password: 'of who has invited them' })
  }
  const remove = async (person: User) => (await deck.organization(test.organization.id)).members.remove(person.uuid)
  return { ...test, enter, user, verify, invite, accept, remove }
}

describe('an account at a provider', () => {
  it('SESS-16 is of the member who has the verified address, and of the same one when that has changed', async () => {
    const { member, user, store } = await setUp()
    expect(await user(identityOf(member.email.toUpperCase()))).toMatchObject({ id: member.id })
    expect(await user(identityOf('moved@elsewhere.test'))).toMatchObject({ id: member.id })
    expect(await user(identityOf(null, { isEmailVerified: false }))).toMatchObject({ id: member.id })
    const sessions = await store.read((tx) => tx.sessions.list(member.id))
    expect(sessions.map(({ method }) => method)).toEqual(['openid', 'openid', 'openid'])
  })

  it.each([
    ['an address that is not verified', { isEmailVerified: false }, 'unverified'],
    ['no address', { email: null }, 'unverified'],
    ['text that is no address', { email: 'a b@acme.test' }, 'unverified'],
    ['an address of nobody', { email: 'nobody@acme.test' }, 'no_member'],
    ['a name that is too long', { subject: 'x'.repeat(256) }, 'unverified'],
    ['a name that no store keeps', { subject: 'a\0b' }, 'unverified'],
  ])('SESS-16 lets nobody in with %s', async (_, fields, refusal) => {
    const { member, user, store } = await setUp()
    expect(await user(identityOf(member.email, fields))).toBe(refusal)
    expect(await store.read((tx) => tx.sessions.list(member.id))).toEqual([])
    expect(await store.read((tx) => tx.openIdAccounts.ofUser(member.id))).toEqual([])
  })

  it('SESS-16 is of nobody by an address that is theirs only in small letters, such as those of the Kelvin sign', async () => {
    const { user } = await setUp()
    expect(await user(identityOf('kay@acme.test'), ACME)).toMatchObject({ email: 'kay@acme.test' })
    const other = { issuer: 'https://other.test' }
    expect(await user(identityOf('\u212aay@acme.test', other), ACME)).toBe('unverified')
    expect(await user(identityOf('KAY@acme.test', other), ACME)).toMatchObject({ email: 'kay@acme.test' })
  })

  it('SESS-16 is one of a user at each provider: whoever is given the address later is somebody else', async () => {
    const { member, user } = await setUp()
    await user(identityOf(member.email))
    expect(await user(identityOf(member.email, { subject: 'two' }))).toBe('other_account')
    expect(await user(identityOf(member.email, { issuer: 'https://other.test' }))).toMatchObject({ id: member.id })
  })

  it('SESS-17 ends what others could have set for the address, once', async () => {
    const { member, user, store, clock } = await setUp()
    const link = newSignInLinkRow({ user: member })
    await store.write(async (tx) => {
      await tx.passwords.set(member.id, '$hash$', BUILT_AT)
      await tx.sessions.insert(newSessionRow({ user: member }))
      await tx.signInLinks.insert(link)
    })
    clock.advance(1000)
    expect(await user(identityOf(member.email))).toMatchObject({ isEmailVerified: true })
    await store.read(async (tx) => {
      expect(await tx.passwords.find(member.id)).toBeUndefined()
      expect((await tx.sessions.list(member.id)).map(({ method }) => method)).toEqual(['openid'])
      expect(await tx.signInLinks.findBySecureToken(link.secureToken)).toBeUndefined()
      expect(await tx.users.find(member.id)).toMatchObject({ isEmailVerified: true })
    })
    await store.write((tx) => tx.passwords.set(member.id, '$own$', BUILT_AT))
    await user(identityOf(member.email))
    expect(await store.read((tx) => tx.passwords.find(member.id))).toBe('$own$')
  })

  it('SESS-17 lets keys open what they open, and nothing that the user joins from then on', async () => {
    const { member, user, store, organization } = await setUp()
    const key = newPersonalApiKeyRow({ user: member })
    const bound = newPersonalApiKeyRow({ user: member, scopedOrganizationIds: [] })
    await store.write(async (tx) => {
      for (const each of [key, bound]) await tx.personalApiKeys.insert(each)
    })
    await user(identityOf(member.email))
    const keys = await store.read((tx) => tx.personalApiKeys.list(member.id))
    const scopedOrganizationIds = (id: string) => keys.find((each) => each.id === id)?.scopedOrganizationIds
    expect(scopedOrganizationIds(key.id)).toEqual([organization.id])
    expect(scopedOrganizationIds(bound.id)).toEqual([])
    const told = await store.read((tx) => tx.organizationActivity.list(organization.id, {}, { limit: 10, offset: 0 }))
    expect(told.items).toMatchObject([{ scope: 'PersonalAPIKey', verb: 'updated', itemId: key.id }])
  })

  it('SESS-17 leaves a user whose address was verified before as it is', async () => {
    const { member, user, verify, store } = await setUp()
    await verify(member)
    await store.write((tx) => tx.passwords.set(member.id, '$hash$', BUILT_AT))
    await user(identityOf(member.email))
    expect(await store.read((tx) => tx.passwords.find(member.id))).toBe('$hash$')
  })
})

describe('a new member', () => {
  it('SESS-18 comes by an address of a domain that is allowed, and the organization remembers it', async () => {
    const { user, store, organization } = await setUp()
    const made = await user(identityOf('new@ACME.test'), { ...ACME, level: MEMBERSHIP_LEVELS.admin })
    if (typeof made === 'string') throw new Error(made)
    expect(made).toMatchObject({
      email: 'new@acme.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
      isEmailVerified: true,
    })
    await store.read(async (tx) => {
      expect(await tx.memberships.find(organization.id, made.id)).toMatchObject({ level: 8 })
      const { items } = await tx.organizationActivity.list(organization.id, {}, { limit: 10, offset: 0 })
      expect(items[0]).toMatchObject({ scope: 'OrganizationMembership', verb: 'created', itemId: made.uuid })
    })
  })

  it.each(['new@sub.acme.test', 'new@notacme.test', 'new@acme.test.evil.test'])(
    'SESS-18 does not come by %s, which only looks like it',
    async (email) => {
      const { user, store } = await setUp()
      expect(await user(identityOf(email), ACME)).toBe('no_member')
      expect(await store.read((tx) => tx.users.findByEmail(email))).toBeUndefined()
    },
  )

  it('SESS-18 comes once, of many at once', async () => {
    const { user } = await setUp()
    const users = await Promise.all(Array.from({ length: 5 }, () => user(identityOf('new@acme.test'), ACME)))
    expect(new Set(users.map((made) => (typeof made === 'string' ? made : made.id))).size).toBe(1)
    expect(users[0]).toMatchObject({ email: 'new@acme.test' })
  })

  it('SESS-19 who was removed does not come back by the domain, nor by the account', async () => {
    const { user, remove, store } = await setUp()
    const made = await user(identityOf('new@acme.test'), ACME)
    if (typeof made === 'string') throw new Error(made)
    await remove(made)
    expect(await store.read((tx) => tx.openIdAccounts.ofUser(made.id))).toEqual([])
    expect(await user(identityOf('new@acme.test'), ACME)).toBe('no_member')
  })

  it('SESS-19 comes back by an invitation, and the password that it sets ends with the account', async () => {
    const { user, remove, store, invite, accept } = await setUp()
    const made = await user(identityOf('new@acme.test'), ACME)
    if (typeof made === 'string') throw new Error(made)
    await remove(made)
    const token = await invite(made.email)
    const { membership } = await accept(token)
    expect(membership.user).toMatchObject({ id: made.id, isEmailVerified: null })
    expect(await user(identityOf(made.email))).toMatchObject({ id: made.id, isEmailVerified: true })
    await store.read(async (tx) => {
      expect(await tx.passwords.find(made.id)).toBeUndefined()
      expect((await tx.sessions.list(made.id)).map(({ method }) => method)).toEqual(['openid'])
    })
  })

  it('SESS-10 is known by the account: no invitation sets a password for it', async () => {
    const { member, store, deck, invite, accept, user } = await setUp()
    const token = await invite('x@acme.test')
    const stranger = await store.write((tx) =>
      tx.users.insert({ ...member, uuid: deck.context.ids.uuid(), distinctId: 'x', email: 'x@acme.test' }),
    )
    await store.write((tx) => tx.openIdAccounts.insert(newOpenIdAccountRow({ user: stranger })))
    await expect(accept(token)).rejects.toThrow('A user with this e-mail address already exists')
    expect(await user(identityOf('x@acme.test'))).toBe('no_member')
  })
})
