import { describe, expect, it } from 'vitest'
import type { User } from '../../data/records/user.ts'
import type { Context } from '../../runtime/context.ts'
import { newMembershipRow, newProjectRow } from '../../testing/row-builders.ts'
import { type TestDeck, type TestKey, testDeck } from '../../testing/test-deck.ts'
import { openOrganization, openProject } from './open-project.ts'

const NO_PROJECT = { kind: 'not_found', code: 'not_found', apiDetail: 'Project not found.' }
const NO_ORGANIZATION = { kind: 'not_found', code: 'not_found', apiDetail: 'Organization not found.' }
const STRANGER = { kind: 'permission_denied', message: "You don't have access to the project." }

/** Returns the deck's context for a user with a key, before a project is opened. */
async function contextOf(deck: TestDeck, user: User, key?: TestKey): Promise<Context> {
  const { project: _, access: __, ...ctx } = await deck.as(user)
  const full = {
    id: 'k',
    secureValue: '',
    scopes: ['*' as const],
    scopedProjectIds: null,
    scopedOrganizationIds: null,
    expiresAt: null,
  }
  return { ...ctx, actor: { type: 'user', user, key: key ? { ...full, ...key } : null } }
}

/** Creates two decks with one store, whose organizations are separate. */
async function twoDecks() {
  const deck = await testDeck()
  return { deck, other: await testDeck({ store: deck.store }) }
}

async function addProject({ store, organization }: TestDeck) {
  return store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
}

describe('entering a project', () => {
  it('PROJ-1 by its id or its token', async () => {
    const { deck } = await twoDecks()
    const ctx = await contextOf(deck, deck.member)
    for (const reference of [deck.project.id, { token: deck.project.apiToken }]) {
      const opened = await openProject(ctx, reference)
      expect(opened.project).toEqual(deck.project)
      expect(opened.access).toMatchObject({ organization: deck.organization, membership: { level: 1 }, roles: [] })
    }
  })

  it.each([404, 0, -1, 1.5, Number.NaN])('PROJ-1 not by the id %d, which there is not', async (id) => {
    const { deck } = await twoDecks()
    await expect(openProject(await contextOf(deck, deck.owner), id)).rejects.toMatchObject(NO_PROJECT)
    await expect(openProject(deck.deck.context, id)).rejects.toMatchObject(NO_PROJECT)
  })

  it('PROJ-1 not by a token that there is not, which is a matter of authentication', async () => {
    const { deck } = await twoDecks()
    const unknown = 'Incorrect authentication credentials.'
    const messages = [
      ['phc_unknown', unknown],
      ['', unknown],
      [deck.project.secretApiToken, expect.stringContaining('secret')],
    ] as const
    for (const [token, message] of messages) {
      const refused = { kind: 'authentication_failed', message }
      await expect(openProject(await contextOf(deck, deck.owner), { token })).rejects.toMatchObject(refused)
    }
  })

  it('PROJ-2 is for members of its organization', async () => {
    const { deck, other } = await twoDecks()
    const stranger = await contextOf(other, other.owner)
    for (const reference of [deck.project.id, { token: deck.project.apiToken }]) {
      await expect(openProject(stranger, reference)).rejects.toMatchObject(STRANGER)
    }
    await expect(openProject(deck.deck.context, other.project.id)).resolves.toMatchObject({ project: other.project })
  })

  it('PROJ-2 is for its own secret', async () => {
    const { deck, other } = await twoDecks()
    const ctx: Context = { ...deck.deck.context, actor: { type: 'project_secret', projectId: deck.project.id } }
    await expect(openProject(ctx, deck.project.id)).resolves.toMatchObject({ project: deck.project })
    await expect(openProject(ctx, '@current')).resolves.toMatchObject({ project: deck.project })
    await expect(openProject(ctx, other.project.id)).rejects.toMatchObject(STRANGER)
  })

  it('PROJ-4 is for keys that are good for it', async () => {
    const { deck, other } = await twoDecks()
    const second = await addProject(deck)
    const bound = await contextOf(deck, deck.owner, { scopedProjectIds: [deck.project.id] })
    await expect(openProject(bound, deck.project.id)).resolves.toMatchObject({ project: deck.project })
    await expect(openProject(bound, second.id)).rejects.toMatchObject({
      kind: 'permission_denied',
      message: `API key does not have access to the requested project: ID ${second.id}.`,
    })
    const elsewhere = await contextOf(deck, deck.owner, { scopedOrganizationIds: [other.organization.id] })
    await expect(openProject(elsewhere, deck.project.id)).rejects.toMatchObject({
      kind: 'permission_denied',
      message: `API key does not have access to the requested organization: ID ${deck.organization.id}.`,
    })
    const nothing = await contextOf(deck, deck.owner, { scopedProjectIds: [] })
    await expect(openProject(nothing, deck.project.id)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('PROJ-4 says nothing of what a key is bound to where its user is no member', async () => {
    const { deck, other } = await twoDecks()
    const ctx = await contextOf(deck, deck.owner, { scopedProjectIds: [other.project.id] })
    await expect(openProject(ctx, other.project.id)).rejects.toMatchObject(STRANGER)
  })
})

describe('entering a project below an organization', () => {
  it('PROJ-12 is for those of that organization', async () => {
    const { deck, other } = await twoDecks()
    const ctx = await contextOf(deck, deck.member)
    const { id, apiToken } = deck.project
    for (const reference of [id, '@current', { token: apiToken }] as const) {
      expect((await openProject(ctx, reference, deck.organization.id)).project).toEqual(deck.project)
      await expect(openProject(ctx, reference, other.organization.id)).rejects.toMatchObject(NO_PROJECT)
    }
    for (const each of [ctx, deck.deck.context]) {
      await expect(openProject(each, other.project.id, deck.organization.id)).rejects.toMatchObject(NO_PROJECT)
    }
  })
})

describe('the current project', () => {
  it('PROJ-3 is the first that the key is bound to', async () => {
    const { deck } = await twoDecks()
    const second = await addProject(deck)
    const ctx = await contextOf(deck, deck.member, { scopedProjectIds: [second.id, deck.project.id] })
    await expect(openProject(ctx, '@current')).resolves.toMatchObject({ project: second })
  })

  it('PROJ-3 is else the first that the user can reach', async () => {
    const { deck, other } = await twoDecks()
    await addProject(other)
    for (const key of [undefined, {}]) {
      const ctx = await contextOf(other, other.member, key)
      await expect(openProject(ctx, '@current')).resolves.toMatchObject({ project: other.project })
    }
    expect(deck.project.id).toBeLessThan(other.project.id)
  })

  it('PROJ-3 is one of an organization where the key is good and its user a member', async () => {
    const { deck, other } = await twoDecks()
    const { store, member, organization } = deck
    await store.write((tx) =>
      tx.memberships.insert(newMembershipRow({ organizationId: other.organization.id, user: member })),
    )
    const elsewhere = await contextOf(deck, member, { scopedOrganizationIds: [other.organization.id] })
    await expect(openProject(elsewhere, '@current')).resolves.toMatchObject({ project: other.project })
    const half = await contextOf(other, other.member, {
      scopedOrganizationIds: [organization.id, other.organization.id],
    })
    await expect(openProject(half, '@current')).resolves.toMatchObject({ project: other.project })
  })

  it('PROJ-3 is none for the system, and where there is none', async () => {
    const { deck } = await twoDecks()
    await expect(openProject(deck.deck.context, '@current')).rejects.toMatchObject(NO_PROJECT)
    const nowhere = await contextOf(deck, deck.member, { scopedOrganizationIds: [] })
    await expect(openProject(nowhere, '@current')).rejects.toMatchObject(NO_PROJECT)
  })
})

describe('entering an organization', () => {
  it('PROJ-5 is for its members, by its id in either case or as the current one', async () => {
    const { deck } = await twoDecks()
    const ctx = await contextOf(deck, deck.member)
    for (const reference of [deck.organization.id, deck.organization.id.toUpperCase(), '@current']) {
      await expect(openOrganization(ctx, reference)).resolves.toMatchObject({
        organization: deck.organization,
        access: { membership: { level: 1 } },
      })
    }
  })

  it('PROJ-5 is not for strangers, project secrets and other keys', async () => {
    const { deck, other } = await twoDecks()
    const denied = { kind: 'permission_denied', message: "You don't have access to the organization." }
    await expect(openOrganization(await contextOf(other, other.owner), deck.organization.id)).rejects.toMatchObject(
      denied,
    )
    const secret: Context = { ...deck.deck.context, actor: { type: 'project_secret', projectId: deck.project.id } }
    await expect(openOrganization(secret, deck.organization.id)).rejects.toMatchObject(denied)
    const elsewhere = await contextOf(deck, deck.owner, { scopedOrganizationIds: [other.organization.id] })
    await expect(openOrganization(elsewhere, deck.organization.id)).rejects.toMatchObject({
      message: `API key does not have access to the requested organization: ID ${deck.organization.id}.`,
    })
    await expect(openOrganization(elsewhere, '@current')).rejects.toMatchObject(NO_ORGANIZATION)
  })

  it.each(['', 'x', '@CURRENT', '00000000-0000-4000-8000-ffffffffffff'])(
    'PROJ-5 knows none called %j',
    async (reference) => {
      const { deck } = await twoDecks()
      await expect(openOrganization(await contextOf(deck, deck.owner), reference)).rejects.toMatchObject(
        NO_ORGANIZATION,
      )
    },
  )
})
