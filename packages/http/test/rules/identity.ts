import type { Timestamp } from '@flagdeck/core'
import { setEmailVerified } from '@flagdeck/core/operations'
import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { Caller } from '../support/caller.ts'
import type { NewWorld } from '../support/world.ts'

/** The caller, and its organizations and projects: docs/behaviour/identity.md. */
export function identity(newWorld: NewWorld): void {
  it('KEY-8 tells the caller who they are, where they are, and where else they belong', async () => {
    const { member, organization, project } = await newWorld()
    const { status, body } = await member.get('/api/users/@me/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: member.user.id,
      uuid: member.user.uuid,
      distinct_id: member.user.distinctId,
      first_name: 'member',
      last_name: 'Test',
      email: member.user.email,
      is_email_verified: null,
      date_joined: expect.any(String),
      organization: { id: organization.id, membership_level: 1 },
      team: { id: project.id, api_token: project.apiToken },
      organizations: [{ id: organization.id, name: organization.name, membership_level: 1 }],
    })
  })

  it('PROJ-3 tells the first project a key is bound to as the current one', async () => {
    const { owner, sister, keyOf } = await newWorld()
    const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
    expect((await bound.get('/api/users/@me/')).body).toMatchObject({ team: { id: sister.id } })
    expect((await bound.get('/api/projects/@current/')).body).toMatchObject({ id: sister.id, name: 'App' })
  })

  it('PROJ-4 shows to a bound key no project but its own, wherever projects are shown', async () => {
    const { owner, project, sister, organization, keyOf } = await newWorld()
    const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
    const paths = ['/api/users/@me/', '/api/organizations/@current/', `/api/organizations/${organization.id}/`]
    for (const path of paths) {
      const { status, text } = await bound.get(path)
      expect(status).toBe(200)
      expect(text).toContain(sister.apiToken)
      expect(text).not.toContain(project.apiToken)
    }
  })

  it('KEY-3 shows a key what it is, but never its value', async () => {
    const { owner, organization, project, keyOf } = await newWorld()
    const bound = await keyOf(owner, ['feature_flag:read'], {
      projectIds: [project.id],
      organizationIds: [organization.id],
      expiresAt: '2030-01-01T00:00:00Z',
    })
    const { status, body, text } = await bound.get('/api/personal_api_keys/@current/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: expect.any(String),
      label: 'made for a test',
      scopes: ['feature_flag:read'],
      scoped_teams: [project.id],
      scoped_organizations: [organization.id],
      created_at: '2026-01-01T12:00:00Z',
      expires_at: '2030-01-01T00:00:00Z',
      user: { id: owner.user.id },
    })
    expect(text).not.toContain(bound.key)
    expect(String(bound.key)).toContain(String(body.mask_value).slice(-4))
  })

  it('KEY-8 binds a key to nothing by empty lists', async () => {
    const { member, owner, project, keyOf } = await newWorld()
    const shown = async (caller: Caller) => (await caller.get('/api/personal_api_keys/@current/')).body
    expect(await shown(await keyOf(member, ['feature_flag:read']))).toMatchObject({
      scoped_teams: [],
      scoped_organizations: [],
    })
    const bound = await keyOf(owner, ['*'], { projectIds: [project.id] })
    expect(await shown(bound)).toMatchObject({ scoped_teams: [project.id], scoped_organizations: [] })
  })

  it('KEY-8 lists the organizations of the caller that the key is good for, in pages', async () => {
    const { api, owner, outsider, organization, foreign, keyOf } = await newWorld()
    await api.deck.context.store.write((tx) =>
      tx.memberships.insert({
        id: crypto.randomUUID(),
        organizationId: foreign.organization.id,
        user: owner.user,
        level: 1,
        joinedAt: '2026-05-01T00:00:00.000000Z' as Timestamp,
        updatedAt: '2026-05-01T00:00:00.000000Z' as Timestamp,
      }),
    )
    const url = '/api/organizations/'
    // The keys of the world are restricted to one organization.
    const unbound = await keyOf(owner, ['*'])
    const both = await unbound.get(url)
    expect(both.body).toMatchObject({ count: 2, next: null, previous: null })
    expect(resultsOf(both)).toEqual([
      (await unbound.get(`${url}${organization.id}/`)).body,
      (await unbound.get(`${url}${foreign.organization.id}/`)).body,
    ])
    const page = await unbound.get(`${url}?limit=1`)
    expect(page.body).toMatchObject({ count: 2, next: `http://localhost${url}?limit=1&offset=1` })
    expect(resultsOf(page)).toEqual(resultsOf(both).slice(0, 1))
    const bound = await keyOf(owner, ['organization:read'], { organizationIds: [foreign.organization.id] })
    expect(resultsOf(await bound.get(url)).map(({ id }) => id)).toEqual([foreign.organization.id])
    expect(resultsOf(await outsider.get(url)).map(({ id }) => id)).toEqual([foreign.organization.id])
    expect((await (await keyOf(owner, ['project:read'])).get(url)).status).toBe(403)
  })

  it('KEY-12 shows that an e-mail address was verified, wherever the user is', async () => {
    const { api, member, owner, organization } = await newWorld()
    const shown = { is_email_verified: true }
    await setEmailVerified(api.deck.context, member.user.email.toUpperCase(), true)
    expect((await member.get('/api/users/@me/')).body).toMatchObject(shown)
    const members = resultsOf(await owner.get(`/api/organizations/${organization.id}/members/`))
    expect(members.map(({ user }) => user)).toContainEqual(expect.objectContaining({ id: member.user.id, ...shown }))
  })

  it('PROJ-10 shows an organization to its members', async () => {
    const { admin, member, organization, project, sister } = await newWorld({ defaultLevel: 21 })
    const { body } = await admin.get(`/api/organizations/${organization.id}/`)
    expect(body).toEqual({
      id: organization.id,
      name: organization.name,
      slug: organization.name.toLowerCase().replace(' ', '-'),
      created_at: '2026-01-01T12:00:00Z',
      membership_level: 8,
      member_count: 4,
      default_feature_flags_access_level: 21,
      teams: [expect.objectContaining({ id: project.id }), expect.objectContaining({ id: sister.id })],
      projects: [
        {
          id: project.id,
          uuid: project.uuid,
          organization: organization.id,
          name: 'Web',
          timezone: 'UTC',
          api_token: project.apiToken,
        },
        expect.objectContaining({ id: sister.id, name: 'App' }),
      ],
    })
    expect((await member.get('/api/organizations/@current/')).body).toEqual({ ...body, membership_level: 1 })
  })

  it('PEOPLE-17 finds members by part of their name or address, and by the whole address', async () => {
    const { owner, admin, organization } = await newWorld()
    const found = async (query: string) =>
      resultsOf(await owner.get(`/api/organizations/${organization.id}/members/?${query}`)).map(
        ({ user }) => (user as { email: string }).email,
      )
    const { email } = admin.user
    expect(await found(`email=${encodeURIComponent(email.toUpperCase())}`)).toEqual([email])
    expect(await found(`search=${encodeURIComponent(email.toUpperCase())}`)).toEqual([email])
    expect(await found('search=nobody-has-this')).toEqual([])
    expect((await found('search=')).length).toBeGreaterThan(1)
    expect((await owner.get(`/api/organizations/${organization.id}/members/?email=`)).status).toBe(400)
  })

  it('PROJ-20 orders members by when they joined, and finds those that changed after a moment', async () => {
    const { owner, organization } = await newWorld()
    const url = `/api/organizations/${organization.id}/members/`
    const ids = async (query: string) => resultsOf(await owner.get(`${url}?${query}`)).map(({ id }) => id)
    const all = await ids('')
    expect(await ids('order=joined_at')).toEqual(all)
    expect(await ids('order=-joined_at')).toEqual(all.toReversed())
    expect(await ids('order=-joined_at&limit=1&offset=1')).toEqual(all.toReversed().slice(1, 2))
    expect(await ids('updated_after=2026-01-01T11:59:59Z&order=-joined_at')).toEqual(all.toReversed())
    expect(await ids('updated_after=2026-01-01T12:00:00Z')).toEqual([])
    for (const [query, attr] of [
      ['updated_after=soon', 'updated_after'],
      ['order=level', 'order'],
    ])
      expect(await owner.get(`${url}?${query}`), query).toMatchObject({ status: 400, body: { attr } })
  })

  it('PROJ-19 finds projects by a part of their name', async () => {
    const { owner, project, sister } = await newWorld()
    for (const place of ['projects', 'organizations/@current/projects']) {
      const found = async (search: string) =>
        resultsOf(await owner.get(`/api/${place}/?search=${encodeURIComponent(search)}`)).map(({ id }) => id)
      expect(await found(sister.name.toUpperCase())).toContain(sister.id)
      expect(await found('no project has this')).toEqual([])
      expect(await found('')).toEqual([project.id, sister.id])
    }
  })

  it('PROJ-10 lists the members of an organization in pages', async () => {
    const { member, organization } = await newWorld()
    const url = `/api/organizations/${organization.id}/members/`
    // The use of a key is recorded after the response (PEOPLE-18).
    const isSeen = async () => resultsOf(await member.get(url)).some(({ last_seen_at: at }) => at !== null)
    await expect.poll(isSeen).toBe(true)
    const all = await member.get(url)
    expect(all.body).toMatchObject({ count: 4, next: null, previous: null })
    expect(
      resultsOf(all)
        .map(({ level }) => Number(level))
        .toSorted((a, b) => b - a),
    ).toEqual([15, 8, 1, 1])
    expect(resultsOf(all)).toContainEqual({
      id: expect.any(String),
      user: expect.objectContaining({ id: member.user.id, email: member.user.email }),
      level: 1,
      joined_at: '2026-01-01T12:00:00Z',
      updated_at: '2026-01-01T12:00:00Z',
      last_seen_at: expect.any(String),
    })
    const part = await member.get(`${url}?limit=3&offset=1`)
    expect(part.body).toMatchObject({ count: 4, next: null, previous: `http://localhost${url}?limit=3` })
    expect(resultsOf(part)).toEqual(resultsOf(all).slice(1))
  })

  it('PROJ-5 answers 404 for an organization that does not exist, in whatever words', async () => {
    const { owner } = await newWorld()
    const answers = ['00000000-0000-4000-8000-000000000000', 'abc', '1', '%F0%9F%98%80', '@me'].map((id) =>
      owner.get(`/api/organizations/${id}/`),
    )
    for (const { status, body } of await Promise.all(answers)) {
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'not_found', detail: 'Organization not found.' })
    }
  })

  it('PROJ-5 closes an organization to strangers and to keys of others', async () => {
    const { owner, outsider, organization, foreign, keyOf } = await newWorld()
    for (const path of ['', 'members/', 'roles/', 'projects/']) {
      const { status, body } = await outsider.get(`/api/organizations/${organization.id}/${path}`)
      expect(status, path).toBe(403)
      expect(body).toMatchObject({ code: 'permission_denied', detail: "You don't have access to the organization." })
    }
    const bound = await keyOf(owner, ['*'], { organizationIds: [foreign.organization.id] })
    expect((await bound.get(`/api/organizations/${organization.id}/`)).body).toMatchObject({
      code: 'permission_denied',
      detail: `API key does not have access to the requested organization: ID ${organization.id}.`,
    })
  })
}
