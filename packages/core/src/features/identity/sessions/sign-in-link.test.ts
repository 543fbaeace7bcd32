import { describe, expect, it } from 'vitest'
import type { Session } from '../../../data/records/session.ts'
import type { User } from '../../../data/records/user.ts'
import { makeBootstrap } from '../../../deck/make-bootstrap.ts'
import type { Context } from '../../../runtime/context.ts'
import { quickPasswords } from '../../../testing/quick-passwords.ts'
import { newOrganizationRow } from '../../../testing/row-builders.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { createPersonalApiKey } from '../create-personal-api-key.ts'
import { acceptAsUser, acceptInvitation } from '../people/accept-invitation.ts'
import { actorOf, enterWithSession } from './authenticate-session.ts'
import { changePassword } from './change-password.ts'
import { signIn } from './sign-in.ts'
import { createSignInLink, signInByLink } from './sign-in-link.ts'

const EMAIL = 'grace@acme.test'
const OF_WHO_INVITED = 'of who has invited her'

/**
 * Another organization has invited Grace's address, and the inviting user accepted with a password, and has a session
 * and a key.
 */
async function setUp() {
  const test = await testDeck()
  const ctx = { ...test.deck.context, passwords: quickPasswords() }
  const elsewhere = newOrganizationRow()
  await test.store.write((tx) => tx.organizations.insert(elsewhere))
  const invite = async (organizationId: string) =>
    (await (await test.deck.organization(organizationId)).invitations.create({ email: EMAIL })).token
  const { signedIn } = await acceptInvitation(ctx, await invite(elsewhere.id), { password: OF_WHO_INVITED })
  if (!signedIn) throw new Error('nobody was signed in')
  const { user } = signedIn.session
  const key = await createPersonalApiKey(by(signedIn.session), { user, label: 'kept', scopes: ['*'] })

  function by(session: Session) {
    return { ...ctx, actor: actorOf(session) }
  }
  const link = async (person: User) => (await createSignInLink(ctx, person)).token
  const enter = async (token: string) => (await signInByLink(ctx, { token }, { browser: 'a browser' })).session
  const waysIn = () =>
    test.store.read(async (tx) => ({
      password: (await tx.passwords.find(user.id)) !== undefined,
      sessions: (await tx.sessions.list(user.id)).map(({ method }) => method),
      keys: (await tx.personalApiKeys.list(user.id)).map(({ scopedOrganizationIds }) => scopedOrganizationIds),
    }))
  return { ...test, ctx, elsewhere, invite, signedIn, user, key, by, link, enter, waysIn }
}

describe('a sign-in link of somebody whose address nobody had verified', () => {
  it('SESS-29 ends what others could have set for the address: it opens nothing that the user joins from then on', async () => {
    const { ctx, store, clock, organization, elsewhere, invite, signedIn, user, by, link, enter, waysIn } =
      await setUp()
    expect(await enterWithSession(ctx, signedIn.value)).toMatchObject({ user: { email: EMAIL } })
    const lost = await link(user)
    clock.advance(1000)
    const session = await enter(await link(user))
    await acceptAsUser(by(session), { token: await invite(organization.id) })
    expect(await waysIn()).toEqual({ password: false, sessions: ['link'], keys: [[elsewhere.id]] })
    await expect(enterWithSession(ctx, signedIn.value)).rejects.toMatchObject({ code: 'authentication_failed' })
    const guess = signIn(ctx, { email: EMAIL, password: OF_WHO_INVITED }, { browser: '' })
    await expect(guess).rejects.toMatchObject({ code: 'authentication_failed' })
    await expect(enter(lost)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await store.read((tx) => tx.users.find(user.id))).toMatchObject({ isEmailVerified: true })
  })

  it('SESS-29 ends nothing the next time: whoever signs in by links only keeps what they have', async () => {
    const { user, by, link, enter, waysIn } = await setUp()
    const session = await enter(await link(user))
    await changePassword(by(session), { password: 'of her own making' })
    await createPersonalApiKey(by(session), { user, label: 'own', scopes: ['*'] })
    await enter(await link(user))
    expect(await waysIn()).toMatchObject({
      password: true,
      sessions: ['link', 'link'],
      keys: [expect.any(Array), null],
    })
  })

  it('SESS-29 ends nothing without a password: nobody has come in but by links', async () => {
    const { ctx, store, owner, by, link, enter } = await setUp()
    await createPersonalApiKey(ctx, { user: owner, label: 'kept', scopes: ['*'] })
    const [first, second] = [await link(owner), await link(owner)]
    await enter(first)
    const session = await enter(second)
    expect((await store.read((tx) => tx.sessions.list(owner.id))).length).toBe(2)
    const [key] = await store.read((tx) => tx.personalApiKeys.list(owner.id))
    expect(key).toMatchObject({ scopedOrganizationIds: null })
    await changePassword(by(session), { password: 'of her own making' })
    await enter(await link(owner))
    expect(await store.read((tx) => tx.passwords.find(owner.id))).toBeDefined()
  })

  it('SESS-29 keeps one of two who come by links at once, and says of each link that it was used', async () => {
    const { user, link, enter, waysIn } = await setUp()
    const tokens = [await link(user), await link(user)]
    await Promise.all(tokens.map(enter))
    expect(await waysIn()).toMatchObject({ sessions: ['link', 'link'] })
    for (const token of tokens) await expect(enter(token)).rejects.toMatchObject({ code: 'gone' })
  })

  it('SESS-29 counts anew for who has left everything and was invited by others', async () => {
    const { ctx, deck, elsewhere, invite, user, link, enter, waysIn } = await setUp()
    await enter(await link(user))
    await (await deck.organization(elsewhere.id)).members.remove(user.uuid)
    await acceptInvitation(ctx, await invite(elsewhere.id), { password: OF_WHO_INVITED })
    expect(await waysIn()).toMatchObject({ password: true, sessions: ['invitation'] })
    await enter(await link(user))
    expect(await waysIn()).toMatchObject({ password: false, sessions: ['link'] })
  })
})

describe('a bootstrap document that names somebody whose address nobody had verified', () => {
  const bootstrap = async (ctx: Context, name: string) => {
    const member = { email: EMAIL, firstName: 'Grace', lastName: '', level: 'member', apiKeys: [] } as const
    const document = { name, defaultFlagAccessLevel: null, members: [member], roles: [], projects: [] }
    await makeBootstrap(ctx, { organizations: [document] })
  }

  it('SESS-30 makes them a member without what others could have set', async () => {
    const { ctx, store, organization, elsewhere, signedIn, user, waysIn } = await setUp()
    await bootstrap(ctx, elsewhere.name)
    expect(await waysIn()).toEqual({ password: true, sessions: ['invitation'], keys: [null] })
    await enterWithSession(ctx, signedIn.value)
    await bootstrap(ctx, organization.name)
    expect(await store.read((tx) => tx.memberships.find(organization.id, user.id))).toBeDefined()
    expect(await waysIn()).toEqual({ password: false, sessions: [], keys: [[elsewhere.id]] })
    await expect(enterWithSession(ctx, signedIn.value)).rejects.toMatchObject({ code: 'authentication_failed' })
  })

  it('SESS-30 leaves those who have come in by a link as they are', async () => {
    const { ctx, organization, user, by, link, enter, waysIn } = await setUp()
    await changePassword(by(await enter(await link(user))), { password: 'of her own making' })
    await bootstrap(ctx, organization.name)
    expect(await waysIn()).toMatchObject({ password: true, sessions: ['link'] })
  })
})
