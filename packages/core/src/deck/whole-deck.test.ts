import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'

const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const forPerson = (distinctId: string) => ({
  groups: [{ properties: [{ key: 'distinct_id', type: 'person', value: distinctId } as const] }],
})

describe('a project that an application manages', () => {
  it('EMBED-11 tries anything, and takes it back', async () => {
    const project = await testDeck()
    const { id } = await project.flags.create({ key: 'a', filters: EVERYBODY })
    const tried = await project.dryRun(async ({ flags, cohorts }) => {
      await cohorts.create({ name: 'C', isStatic: true })
      await flags.archive(id)
      return flags.create({ key: 'b' })
    })
    expect(tried).toMatchObject({ key: 'b', version: 1 })
    expect((await project.flags.list()).items).toMatchObject([{ key: 'a', archived: false, version: 1 }])
    expect((await project.cohorts.list()).count).toBe(0)
    const taken = project.dryRun(({ flags }) => flags.create({ key: 'a' }))
    await expect(taken).rejects.toMatchObject({ code: 'unique', attr: 'key' })
  })

  it('EMBED-11 tells whose answers a flag would change that is not there yet', async () => {
    const { flags, persons } = await testDeck()
    for (const id of ['ada', 'bob']) await persons.update(id, { properties: {} })
    expect(await flags.previewNew({ key: 'new', filters: EVERYBODY })).toMatchObject({ changed: 2, total: 2 })
    expect((await flags.list()).count).toBe(0)
  })

  it('EMBED-11 tells what flags answer for a user, or for whom the deck acts for', async () => {
    const { deck, flags, member, owner, project } = await testDeck()
    await flags.create({ key: 'of-member', filters: forPerson(member.distinctId) })
    await flags.create({ key: 'of-owner', filters: forPerson(owner.distinctId) })
    const on = async (asked: ReturnType<typeof flags.mine>) =>
      (await asked).items.flatMap(({ decision }) => (decision.enabled ? [decision.key] : []))
    expect(await on(flags.mine(member))).toEqual(['of-member'])
    const asOwner = await deck.as(owner).project(project.id)
    expect(await on(asOwner.flags.mine())).toEqual(['of-owner'])
    expect(await on(flags.mine())).toEqual([])
    expect(await flags.mine(member, { keys: ['of-owner'] }, { limit: 1 })).toMatchObject({ count: 1 })
  })

  it('EMBED-11 says whom the deck acts for, and where', async () => {
    const { deck, member, organization, project } = await testDeck()
    const current = await deck.as(member).currentUser()
    expect(current).toMatchObject({ user: member, organization: { id: organization.id }, project: { id: project.id } })
    expect(await deck.as(member).organizations()).toMatchObject({ count: 1, items: [{ id: organization.id }] })
    expect((await deck.organizations()).items).toMatchObject([{ id: organization.id }])
    await expect(deck.currentUser()).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('EMBED-11 lists and makes projects', async () => {
    const { deck, member, owner, organization, project } = await testDeck()
    const made = await deck.as(owner).projects.create({ name: 'App' })
    expect((await deck.as(member).projects.list()).items.map(({ id }) => id)).toEqual([project.id, made.id])
    expect(await deck.projects.list({ limit: 1 }, organization.id)).toMatchObject({
      count: 2,
      items: [{ id: project.id }],
    })
    expect((await deck.projects.list()).count).toBe(2)
    await expect(deck.as(member).projects.create({})).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(deck.projects.list({}, 'nowhere')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('EMBED-11 gives those who may not what the API gives them', async () => {
    const { deck, member, project } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const own = await deck.project(project.id)
    const { id } = await own.flags.create({ key: 'a' })
    const { flags, settings } = await deck.as(member).project(project.id)
    const refused = { kind: 'permission_denied' }
    await expect(flags.disable(id)).rejects.toMatchObject(refused)
    await expect(flags.access.grant(id, { roleId: member.uuid })).rejects.toMatchObject(refused)
    await expect(settings.update({ name: 'Mine' })).rejects.toMatchObject(refused)
    expect((await flags.deleteMany({ ids: [id] })).errors).toMatchObject([{ id, key: 'a' }])
  })
})
