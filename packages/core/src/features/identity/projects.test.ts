import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { newMembershipRow, newUserRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createProject } from './create-project.ts'
import { listMemberships, type MemberFilter } from './list-memberships.ts'
import { listProjects, retrieveProject } from './list-projects.ts'
import { openProject } from './open-project.ts'
import { organizationSlug } from './organization-slug.ts'
import { retrieveCurrentUser } from './retrieve-current-user.ts'
import { retrieveOrganization } from './retrieve-organization.ts'
import { rotateApiToken, rotateSecretApiToken, updateProject } from './update-project.ts'

const PAGE = { limit: 100, offset: 0 }
const NOT_ADMIN = { kind: 'permission_denied', message: 'You need to have admin level or higher.' }
const noScope = (scope: string) => ({ kind: 'permission_denied', message: `API key missing required scope '${scope}'` })

describe('a new project', () => {
  it('PROJ-6 has tokens of its own and these defaults', async () => {
    const { inOrganization, admin, organization } = await testDeck()
    const project = await createProject(await inOrganization(admin), {})
    expect(project).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: organization.id,
      name: 'Default project',
      apiToken: expect.stringMatching(/^phc_[0-9A-Za-z]{43}$/),
      secretApiToken: expect.stringMatching(/^phs_[0-9A-Za-z]{43}$/),
      timezone: 'UTC',
      groupTypes: [],
      eventsAddGroupTypes: false,
      propertyMatchingVersion: 2,
      staleness: { notCalledDays: 30, neverCalledDays: null, rolledOutDays: null },
      version: 1,
      createdAt: '2026-01-01T12:00:00.000000Z',
    })
  })

  it('PROJ-6 has a name that is free in its organization', async () => {
    const { inOrganization, admin, store } = await testDeck()
    const ctx = await inOrganization(admin)
    await createProject(ctx, { name: ' Web ', timezone: 'Europe/Berlin' })
    await expect(createProject(ctx, { name: 'Web' })).rejects.toMatchObject({
      code: 'unique',
      attr: 'name',
      message: 'There is already a project with this name.',
    })
    const other = await testDeck({ store })
    await expect(createProject(await other.inOrganization(other.owner), { name: 'Web' })).resolves.toMatchObject({
      name: 'Web',
    })
  })

  it.each([
    [{ name: '' }, 'blank', 'name'],
    [{ name: null }, 'null', 'name'],
    [{ name: 'n'.repeat(201) }, 'max_length', 'name'],
    [{ timezone: 'Mars/Olympus' }, 'invalid_choice', 'timezone'],
    [{ timezone: '+02:00' }, 'invalid_choice', 'timezone'],
    [{ timezone: '' }, 'invalid_choice', 'timezone'],
    [{ timezone: 5 }, 'invalid_input', 'timezone'],
    [{ eventsAddGroupTypes: 'yes' }, 'invalid_input', 'eventsAddGroupTypes'],
  ])('PROJ-6 refuses %j', async (input, code, attr) => {
    const { inOrganization, admin, as } = await testDeck()
    await expect(createProject(await inOrganization(admin), input as object)).rejects.toMatchObject({ code, attr })
    await expect(updateProject(await as(admin), input as object)).rejects.toMatchObject({ code, attr })
  })

  it('PROJ-7 is for admins with the scope project:write', async () => {
    const { inOrganization, member, admin } = await testDeck()
    await expect(createProject(await inOrganization(member), {})).rejects.toMatchObject(NOT_ADMIN)
    const reader = await inOrganization(admin, { scopes: ['project:read'] })
    await expect(createProject(reader, {})).rejects.toMatchObject(noScope('project:write'))
  })
})

describe('changing a project', () => {
  it('PROJ-8 leaves what is missing and raises the version', async () => {
    const { as, admin, context } = await testDeck()
    const changed = await updateProject(await as(admin), { name: 'Web' })
    expect(changed).toEqual({ ...context.project, name: 'Web', version: context.project.version + 1 })
    const settings = { timezone: 'Europe/Berlin', eventsAddGroupTypes: true }
    const again = await updateProject(await as(admin), settings)
    expect(again).toEqual({ ...changed, ...settings, version: changed.version + 1 })
    expect((await as(admin)).project).toEqual(again)
  })

  it('PROJ-8 gives it new tokens, and the old ones open nothing', async () => {
    const { as, admin, deck, project } = await testDeck()
    const ctx = await as(admin)
    const { apiToken } = await rotateApiToken(ctx)
    const { secretApiToken } = await rotateSecretApiToken(ctx)
    expect([apiToken, secretApiToken]).not.toEqual([project.apiToken, project.secretApiToken])
    await expect(openProject(deck.context, { token: apiToken })).resolves.toMatchObject({
      project: { apiToken, secretApiToken },
    })
    await expect(openProject(deck.context, { token: project.apiToken })).rejects.toMatchObject({
      kind: 'authentication_failed',
    })
  })

  it('PROJ-7 is for admins with the scope project:write', async () => {
    const { as, member, admin } = await testDeck()
    for (const change of [rotateApiToken, rotateSecretApiToken, updateProject]) {
      await expect(change(await as(member), {})).rejects.toMatchObject(NOT_ADMIN)
      const reader = await as(admin, { scopes: ['project:read'] })
      await expect(change(reader, {})).rejects.toMatchObject(noScope('project:write'))
    }
  })

  it('ROLE-12 no new one is made by who was an admin when the request began', async () => {
    const { inOrganization, admin, member } = await testDeck()
    const ctx = await inOrganization(admin)
    const demoted = { ...ctx, actor: (await inOrganization(member)).actor }
    await expect(createProject(demoted, { name: 'Web' })).rejects.toMatchObject(NOT_ADMIN)
    expect((await listProjects(ctx, PAGE)).count).toBe(1)
  })

  it('ROLE-12 is not for who was an admin when the request began', async () => {
    const { as, admin, member, project } = await testDeck()
    const demoted = { ...(await as(admin)), actor: (await as(member)).actor }
    await expect(rotateSecretApiToken(demoted)).rejects.toMatchObject(NOT_ADMIN)
    expect((await as(admin)).project).toEqual(project)
  })
})

describe('what is told of a project', () => {
  const told = async ({ store }: Awaited<ReturnType<typeof testDeck>>, projectId: number) =>
    (await store.read((tx) => tx.activity.list(projectId, { scope: 'Project', itemId: String(projectId) }, PAGE))).items

  it('ACT-9 is who made it', async () => {
    const deck = await testDeck()
    const { id } = await createProject(await deck.inOrganization(deck.admin), { name: 'Web' })
    expect(await told(deck, id)).toMatchObject([
      {
        projectId: id,
        user: { email: deck.admin.email },
        verb: 'created',
        itemId: String(id),
        detail: { changes: [], name: 'Web' },
      },
    ])
  })

  it('ACT-9 is each setting that changed, before and after', async () => {
    const deck = await testDeck()
    const ctx = await deck.as(deck.admin)
    const { name, timezone } = deck.project
    await updateProject(ctx, { name: 'Web', timezone: 'Europe/Berlin' })
    await updateProject(ctx, { name: 'Web' })
    const change = { type: 'Project', action: 'changed' }
    expect(await told(deck, deck.project.id)).toMatchObject([
      {
        user: { email: deck.admin.email },
        verb: 'updated',
        detail: {
          name: 'Web',
          changes: [
            { ...change, field: 'name', before: name, after: 'Web' },
            { ...change, field: 'timezone', before: timezone, after: 'Europe/Berlin' },
          ],
        },
      },
    ])
  })

  it('ACT-9 is that a token was replaced, and never a token', async () => {
    const deck = await testDeck()
    const ctx = await deck.as(deck.admin)
    await rotateApiToken(ctx)
    await rotateSecretApiToken(ctx)
    const items = await told(deck, deck.project.id)
    const change = { type: 'Project', action: 'changed', before: null, after: null }
    expect(items.map(({ detail }) => detail.changes)).toEqual([
      [{ ...change, field: 'secretApiToken' }],
      [{ ...change, field: 'apiToken' }],
    ])
    expect(JSON.stringify(items)).not.toMatch(/ph[cs]_/)
  })

  it('ACT-9 is nothing when it was refused', async () => {
    const deck = await testDeck()
    const ctx = await deck.as(deck.member)
    await Promise.allSettled([updateProject(ctx, { name: 'x' }), rotateApiToken(ctx), rotateSecretApiToken(ctx)])
    expect(await told(deck, deck.project.id)).toEqual([])
  })
})

describe('looking at projects', () => {
  it('PROJ-9 shows the secret token to admins only', async () => {
    const { as, inOrganization, admin, member, context, project } = await testDeck()
    expect(await retrieveProject(context)).toEqual(project)
    expect(await retrieveProject(await as(admin))).toEqual(project)
    expect(await retrieveProject(await as(member))).toEqual({ ...project, secretApiToken: null })
    expect((await listProjects(await inOrganization(member), PAGE)).items).toMatchObject([{ secretApiToken: null }])
    expect(await retrieveOrganization(await inOrganization(member))).toMatchObject({
      projects: [{ secretApiToken: null }],
    })
    expect(await retrieveOrganization(await inOrganization(admin))).toMatchObject({ projects: [project] })
  })

  it('PROJ-9 shows the secret token over no key that could not replace it', async () => {
    const { as, inOrganization, owner, deck, project } = await testDeck()
    for (const [scopes, secretApiToken] of [
      [['project:read', 'organization:read', 'user:read', 'feature_flag:write'], null],
      [['project:write', 'organization:read', 'user:read'], project.secretApiToken],
    ] as const) {
      const key = { scopes }
      const shown = { secretApiToken }
      expect(await retrieveProject(await as(owner, key))).toMatchObject(shown)
      expect((await listProjects(await inOrganization(owner, key), PAGE)).items).toMatchObject([shown])
      expect(await retrieveOrganization(await inOrganization(owner, key))).toMatchObject({ projects: [shown] })
      expect(await retrieveCurrentUser(await as(owner, key))).toMatchObject({
        project: shown,
        organization: { projects: [shown] },
      })
    }
    expect((await deck.project(project.id)).project).toEqual(project)
  })

  it('PROJ-9 shows it to nobody embedded who could not replace it', async () => {
    const { deck, admin, member, project } = await testDeck()
    expect((await deck.as(admin).project(project.id)).project).toEqual(project)
    expect((await deck.as(member).project(project.id)).project).toEqual({ ...project, secretApiToken: null })
  })

  it('PROJ-9 shows it as it is now', async () => {
    const { as, admin, flags } = await testDeck()
    const ctx = await as(admin)
    await flags.create({ key: 'a' })
    expect(await retrieveProject(ctx)).toMatchObject({ version: ctx.project.version + 1 })
  })

  it('PROJ-4 shows a bound key the projects it is bound to, and no others', async () => {
    const { inOrganization, admin, store, project } = await testDeck()
    const ctx = await inOrganization(admin)
    const ids: number[] = []
    for (const name of ['a', 'b', 'c']) ids.push((await createProject(ctx, { name })).id)
    const other = await testDeck({ store })
    const [a = 0, , c = 0] = ids
    const bound = await inOrganization(admin, { scopedProjectIds: [c, other.project.id, a, 404] })
    expect(await listProjects(bound, PAGE)).toMatchObject({ count: 2, items: [{ id: a }, { id: c }] })
    expect(await listProjects(bound, { limit: 1, offset: 1 })).toMatchObject({ count: 2, items: [{ id: c }] })
    expect((await retrieveOrganization(bound)).projects.map(({ id }) => id)).toEqual([a, c])
    expect((await listProjects(ctx, PAGE)).items.map(({ id }) => id)).toEqual([project.id, ...ids])
  })

  it('PROJ-10 shows an organization with its members', async () => {
    const { inOrganization, owner, admin, member, organization } = await testDeck()
    const ctx = await inOrganization(member)
    expect(await retrieveOrganization(ctx)).toMatchObject({
      ...organization,
      slug: organizationSlug(organization),
      membershipLevel: 1,
      memberCount: 3,
    })
    const { items } = await listMemberships(ctx, {}, PAGE)
    expect(items.map(({ user, level }) => [user.id, level])).toEqual([
      [owner.id, 15],
      [admin.id, 8],
      [member.id, 1],
    ])
  })

  it('PEOPLE-17 finds members by a part of their name or address, and by the whole address', async () => {
    const { inOrganization, owner, admin, member, store, organization } = await testDeck()
    const ctx = await inOrganization(member)
    await store.write(async (tx) => {
      const user = await tx.users.insert(newUserRow({ firstName: 'ZoÉ Ünal', email: 'zoe@acme.test' }))
      await tx.memberships.insert(newMembershipRow({ organizationId: organization.id, user }))
      await tx.users.insert(newUserRow({ firstName: 'Zoé elsewhere', email: 'zoe@elsewhere.test' }))
    })
    const found = async (filter: MemberFilter, page = PAGE) => {
      const { count, items } = await listMemberships(ctx, filter, page)
      return [count, items.map(({ user }) => user.email)]
    }
    expect(await found({ search: 'zoé ü' })).toEqual([1, ['zoe@acme.test']])
    expect(await found({ search: 'ACME.t' })).toEqual([1, ['zoe@acme.test']])
    expect(await found({ search: '%' })).toEqual([0, []])
    expect((await found({ search: '' }))[0]).toBe(4)
    expect(await found({ search: '@' }, { limit: 1, offset: 1 })).toEqual([4, [admin.email]])
    expect(await found({ email: owner.email.toUpperCase() })).toEqual([1, [owner.email]])
    expect(await found({ email: 'zoe@acme' })).toEqual([0, []])
    expect(await found({ email: 'zoe@elsewhere.test' })).toEqual([0, []])
    expect(await found({ email: 'zoe@acme.test', search: 'nobody' })).toEqual([0, []])
  })

  it('PROJ-20 orders members, and finds those that changed after a moment', async () => {
    const { inOrganization, owner, admin, member, store, organization } = await testDeck()
    const ctx = await inOrganization(member)
    const found = async (filter: MemberFilter, page = PAGE) => {
      const { count, items } = await listMemberships(ctx, filter, page)
      return [count, items.map(({ user }) => user.id)]
    }
    const all = [owner.id, admin.id, member.id]
    expect(await found({ order: 'joinedAt' })).toEqual([3, all])
    expect(await found({ order: '-joinedAt' })).toEqual([3, all.toReversed()])
    expect(await found({ order: '-joinedAt' }, { limit: 2, offset: 0 })).toEqual([3, [member.id, admin.id]])
    expect(await found({ order: '-joinedAt' }, { limit: 2, offset: 2 })).toEqual([3, [owner.id]])
    expect(await found({ order: '-joinedAt' }, { limit: 2, offset: 3 })).toEqual([3, []])
    expect(await found({ order: '-joinedAt', search: '@' }, { limit: 1, offset: 0 })).toEqual([3, [member.id]])
    await store.write(async (tx) => {
      const membership = await tx.memberships.find(organization.id, admin.id)
      if (membership) await tx.memberships.update({ ...membership, updatedAt: timestampOf(Date.parse('2027-03-01')) })
    })
    expect(await found({ updatedAfter: '2027-02-28T23:59:59Z' })).toEqual([1, [admin.id]])
    expect(await found({ updatedAfter: '2027-03-01' })).toEqual([0, []])
    expect(await found({ updatedAfter: '2027-02-01', email: owner.email })).toEqual([0, []])
    await expect(found({ updatedAfter: 'soon' })).rejects.toMatchObject({ attr: 'updatedAfter' })
    await expect(found({ order: 'level' as 'joinedAt' })).rejects.toMatchObject({ attr: 'order' })
  })

  it('PROJ-19 finds projects by a part of their name, whatever the case', async () => {
    const test = await testDeck()
    const { inOrganization, owner, project } = test
    for (const name of ['ÉTÉ shop', 'Shop 100%']) await createProject(await inOrganization(owner), { name })
    const found = async (search: string, page = PAGE, key?: Parameters<typeof inOrganization>[1]) => {
      const { count, items } = await listProjects(await inOrganization(owner, key), page, { search })
      return [count, items.map(({ name }) => name)]
    }
    expect(await found('SHOP')).toEqual([2, ['ÉTÉ shop', 'Shop 100%']])
    expect(await found('shop', { limit: 1, offset: 1 })).toEqual([2, ['Shop 100%']])
    expect(await found('été')).toEqual([1, ['ÉTÉ shop']])
    expect(await found('%')).toEqual([1, ['Shop 100%']])
    expect((await found(''))[0]).toBe(3)
    expect(await found('shop', PAGE, { scopes: ['project:read'], scopedProjectIds: [project.id] })).toEqual([0, []])
  })

  it('KEY-1 needs the scope of what is looked at', async () => {
    const { as, inOrganization, owner } = await testDeck()
    const key = { scopes: ['feature_flag:write' as const] }
    const ctx = await inOrganization(owner, key)
    await expect(listProjects(ctx, PAGE)).rejects.toMatchObject(noScope('project:read'))
    await expect(retrieveProject(await as(owner, key))).rejects.toMatchObject(noScope('project:read'))
    await expect(retrieveOrganization(ctx)).rejects.toMatchObject(noScope('organization:read'))
    await expect(listMemberships(ctx, {}, PAGE)).rejects.toMatchObject(noScope('organization_member:read'))
  })
})
