import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { createOrganization } from './create-organization.ts'

describe('creating an organization', () => {
  it('PROJ-18 makes the user its owner, with a default project', async () => {
    const { deck, admin } = await testDeck()
    const mine = deck.as(admin)
    const made = await mine.organizations.create({ name: 'Second', defaultFlagAccessLevel: 21 })
    expect(made).toMatchObject({ name: 'Second', slug: 'second', defaultFlagAccessLevel: 21, membershipLevel: 15 })
    expect(made.projects).toMatchObject([{ name: 'Default project' }])
    expect((await mine.organizations()).items.map(({ name }) => name)).toContain('Second')
    const home = await mine.organization(made.id)
    const told = (await home.activity()).items.map(({ scope, verb }) => [scope, verb])
    expect(told).toContainEqual(['Organization', 'created'])
    expect(told).toContainEqual(['OrganizationMembership', 'created'])
  })

  it('PROJ-18 is for the system, and then nobody belongs to it', async () => {
    const { deck, organization } = await testDeck()
    const made = await deck.organizations.create({ name: 'Second' })
    expect(made).toMatchObject({ memberCount: 0, membershipLevel: null })
    const { count, items } = await deck.organizations()
    expect([count, items.map(({ id }) => id).toSorted()]).toEqual([2, [organization.id, made.id].toSorted()])
    expect((await deck.organizations({ limit: 1, offset: 1 })).items).toHaveLength(1)
  })

  it('PROJ-18 is not for plain members, and not for a key that is bound', async () => {
    const { deck, member, admin, as, organization, project } = await testDeck()
    await expect(deck.as(member).organizations.create({ name: 'B' })).rejects.toMatchObject({
      kind: 'permission_denied',
    })
    for (const key of [{ scopedProjectIds: [project.id] }, { scopedOrganizationIds: [organization.id] }]) {
      const bound = createOrganization(await as(admin, key), { name: 'B' })
      await expect(bound).rejects.toMatchObject({ kind: 'permission_denied' })
    }
    expect((await deck.organizations()).count).toBe(1)
  })

  it('PROJ-18 needs a name that is free, and ends at twenty of one owner', async () => {
    const { deck, admin, organization } = await testDeck()
    const { organizations } = deck.as(admin)
    await expect(organizations.create({} as never)).rejects.toMatchObject({ code: 'required', attr: 'name' })
    const taken = organizations.create({ name: organization.name })
    await expect(taken).rejects.toMatchObject({ code: 'unique', attr: 'name' })
    for (let n = 0; n < 20; n++) await organizations.create({ name: `O${n}` })
    await expect(organizations.create({ name: 'one more' })).rejects.toThrow('at most 20')
  })
})

describe('finding a user', () => {
  it('EMBED-47 is by e-mail address or UUID, for the system', async () => {
    const { deck, member } = await testDeck()
    expect(await deck.user({ email: member.email.toUpperCase() })).toEqual(member)
    expect(await deck.user({ uuid: member.uuid })).toEqual(member)
    await expect(deck.user({ email: 'nobody@flagdeck.test' })).rejects.toThrow('User "nobody@flagdeck.test" not found.')
    await expect(deck.user({ uuid: 'x' })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(deck.as(member).user({ email: member.email })).rejects.toMatchObject({ kind: 'permission_denied' })
    const acting = await deck.as(await deck.user({ email: member.email })).project()
    expect(acting.context.actor).toMatchObject({ type: 'user' })
  })
})
