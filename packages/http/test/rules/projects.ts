import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { Caller } from '../support/caller.ts'
import type { NewWorld, World } from '../support/world.ts'

const TOKEN = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[A-Za-z0-9_-]{40,}$`))

/** Requests the flags of the project with a public token. */
function evaluate({ anonymous }: World, token: unknown) {
  return anonymous.post('/flags/?v=2', { token, distinct_id: 'u' })
}

/** Projects over HTTP: docs/behaviour/identity.md. */
export function projects(newWorld: NewWorld): void {
  it('PROJ-6 creates a project with tokens of its own, in both places', async () => {
    const { admin, organization } = await newWorld()
    for (const url of ['/api/projects/', `/api/organizations/${organization.id}/projects/`]) {
      const { status, body } = await admin.post(url, { name: `In ${url}`, timezone: 'Europe/Berlin' })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.any(Number),
        uuid: expect.any(String),
        organization: organization.id,
        name: `In ${url}`,
        api_token: TOKEN('phc'),
        secret_api_token: TOKEN('phs'),
        timezone: 'Europe/Berlin',
        events_add_group_types: false,
        staleness: { not_called_days: 30, never_called_days: null, rolled_out_days: null },
        created_at: expect.any(String),
      })
      expect((await admin.get(`/api/projects/${body.id}/`)).body).toEqual(body)
      const flag = await admin.post(`/api/projects/${body.id}/feature_flags/`, { key: 'first' })
      expect(flag.status).toBe(201)
    }
  })

  it('PROJ-6 calls a project without a name by the usual one', async () => {
    const { owner } = await newWorld()
    const { body } = await owner.post('/api/projects/', {})
    expect(body).toMatchObject({ name: 'Default project', timezone: 'UTC' })
  })

  const refusals: readonly [string, unknown, JsonObject][] = [
    ['a name that is taken', { name: 'Web' }, { code: 'unique', attr: 'name' }],
    ['a blank name', { name: ' ' }, { code: 'blank', attr: 'name' }],
    ['a null name', { name: null }, { code: 'null', attr: 'name' }],
    ['a name that is too long', { name: 'x'.repeat(201) }, { code: 'max_length', attr: 'name' }],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, { code: 'invalid_choice', attr: 'timezone' }],
    ['a time zone that is an offset', { timezone: '+02:00' }, { code: 'invalid_choice', attr: 'timezone' }],
  ]
  for (const [what, sent, expected] of refusals) {
    it(`PROJ-6 refuses ${what} with 400`, async () => {
      const { owner } = await newWorld()
      const { status, body } = await owner.post('/api/projects/', sent)
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'validation_error', ...expected })
      expect((await owner.get('/api/projects/')).body.count).toBe(2)
    })
  }

  it('PROJ-4 lists the projects of the organization, and of no other', async () => {
    const { member, organization, project, sister } = await newWorld()
    for (const url of ['/api/projects/', `/api/organizations/${organization.id}/projects/`]) {
      const list = await member.get(url)
      expect(list.body).toMatchObject({ count: 2, next: null, previous: null })
      expect(resultsOf(list).map(({ id }) => id)).toEqual([project.id, sister.id])
      const page = await member.get(`${url}?limit=1`)
      expect(page.body).toMatchObject({ count: 2, next: `http://localhost${url}?limit=1&offset=1` })
    }
  })

  it('PROJ-4 lists to a bound key only what it is bound to', async () => {
    const { owner, organization, sister, keyOf } = await newWorld()
    const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
    for (const url of ['/api/projects/', `/api/organizations/${organization.id}/projects/`]) {
      expect(resultsOf(await bound.get(url)).map(({ id }) => id)).toEqual([sister.id])
    }
  })

  it('PROJ-9 shows the secret token to admins only', async () => {
    const { owner, admin, member, project } = await newWorld()
    const url = `/api/projects/${project.id}/`
    for (const person of [owner, admin]) {
      expect((await person.get(url)).body.secret_api_token).toBe(project.secretApiToken)
      expect(resultsOf(await person.get('/api/projects/'))[0]?.secret_api_token).toBe(project.secretApiToken)
    }
    expect((await member.get(url)).body.secret_api_token).toBeNull()
    expect(resultsOf(await member.get('/api/projects/')).map((each) => each.secret_api_token)).toEqual([null, null])
    for (const path of ['/api/users/@me/', '/api/organizations/@current/', url, '/api/projects/']) {
      expect((await member.get(path)).text).not.toContain('phs_')
    }
  })

  it('PROJ-9 shows the secret token over no key that could not replace it', async () => {
    const { owner, project, organization, keyOf } = await newWorld()
    const reader = await keyOf(owner, ['project:read', 'organization:read', 'user:read', 'feature_flag:write'])
    const url = `/api/projects/${project.id}/`
    const inOrganization = `/api/organizations/${organization.id}/`
    for (const path of ['/api/users/@me/', inOrganization, `${inOrganization}projects/`, url, '/api/projects/']) {
      const { status, text } = await reader.get(path)
      expect(status, path).toBe(200)
      expect(text).not.toContain('phs_')
    }
    const writer = await keyOf(owner, ['project:write'])
    expect((await writer.get(url)).body.secret_api_token).toBe(project.secretApiToken)
    expect((await writer.post('/api/projects/', { name: 'New' })).body.secret_api_token).toEqual(TOKEN('phs'))
  })

  it('PROJ-8 changes name and time zone, and nothing else', async () => {
    const { admin, project } = await newWorld()
    const url = `/api/projects/${project.id}/`
    const before = await admin.get(url)
    const changed = await admin.patch(url, { name: 'Renamed', timezone: 'Asia/Tokyo', api_token: 'phc_x', id: 1 })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({ ...before.body, name: 'Renamed', timezone: 'Asia/Tokyo' })
    expect((await admin.get(url)).body).toEqual(changed.body)
    expect(Number(changed.headers['flagdeck-version'])).toBeGreaterThan(project.version)
    expect((await admin.patch(url, { name: 'App' })).body).toMatchObject({ code: 'unique', attr: 'name' })
  })

  it('PROJ-16 refuses settings that it does not have, by name', async () => {
    const { admin, project } = await newWorld()
    for (const place of ['projects', 'environments', 'organizations/@current/projects']) {
      const url = `/api/${place}/${project.id}/`
      const before = (await admin.get(url)).body
      const refused = await admin.patch(url, { name: 'Other', surveys_opt_in: true })
      expect(refused).toMatchObject({ status: 400, body: { attr: 'surveys_opt_in', code: 'invalid_input' } })
      expect(refused.body.detail).toBe(
        'Unknown field "surveys_opt_in". Known fields: name, timezone, staleness, events_add_group_types.',
      )
      const inner = await admin.patch(url, { staleness: { not_caled_days: 5 } })
      expect(inner.body).toMatchObject({
        attr: 'staleness__not_caled_days',
        detail: expect.stringContaining('did you mean not_called_days?'),
      })
      expect((await admin.get(url)).body).toEqual(before)
      expect(await admin.patch(url, before)).toMatchObject({ status: 200, body: before })
    }
  })

  it('PROJ-17 is not created with settings that it does not have', async () => {
    const { admin } = await newWorld()
    for (const place of ['projects', 'organizations/@current/projects']) {
      const url = `/api/${place}/`
      const before = (await admin.get(url)).body
      const refused = await admin.post(url, { name: 'Other', surveys_opt_in: true })
      expect(refused).toMatchObject({ status: 400, body: { attr: 'surveys_opt_in', code: 'invalid_input' } })
      expect(await admin.post(url, { staleness: { not_caled_days: 5 } })).toMatchObject({
        status: 400,
        body: { attr: 'staleness__not_caled_days' },
      })
      expect((await admin.get(url)).body).toEqual(before)
      const [first] = resultsOf(await admin.get(url))
      const copy = await admin.post(url, { ...first, name: `Copy of ${place}` })
      expect(copy).toMatchObject({ status: 201, body: { timezone: first?.timezone, staleness: first?.staleness } })
      expect(copy.body.id).not.toBe(first?.id)
    }
  })

  it('PROJ-12 is read and changed below its organization, as by its id alone', async () => {
    const { admin, member, organization, project, sister, keyOf } = await newWorld()
    const url = `/api/projects/${project.id}/`
    for (const place of [organization.id, organization.id.toUpperCase(), '@current']) {
      for (const id of [project.id, '@current']) {
        const below = `/api/organizations/${place}/projects/${id}/`
        expect(await admin.get(below)).toMatchObject({ status: 200, body: (await admin.get(url)).body })
      }
    }
    const below = `/api/organizations/${organization.id}/projects/${project.id}/`
    expect((await member.get(below)).body).toEqual((await member.get(url)).body)
    const changed = await admin.patch(below, { name: 'Renamed', timezone: 'Asia/Tokyo' })
    expect([changed.status, changed.body]).toEqual([200, (await admin.get(url)).body])
    expect(changed.body).toMatchObject({ name: 'Renamed', timezone: 'Asia/Tokyo' })
    expect(Number(changed.headers['flagdeck-version'])).toBeGreaterThan(project.version)
    expect((await admin.patch(below, { name: 'App' })).body).toMatchObject({ code: 'unique', attr: 'name' })
    expect((await member.patch(below, { name: 'Mine' })).status).toBe(403)
    expect((await admin.delete(below)).status).toBe(405)
    const bound = await keyOf(admin, ['*'], { projectIds: [sister.id] })
    expect([(await bound.get(below)).status, (await bound.patch(below, { name: 'Mine' })).status]).toEqual([403, 403])
  })

  it('PROJ-12 is not found below another organization', async () => {
    const { anonymous, owner, outsider, organization, project, foreign, keyOf } = await newWorld()
    const invited = { target_email: owner.user.email, level: 8 }
    const { body } = await outsider.post(`/api/organizations/${foreign.organization.id}/invites/`, invited)
    const below = (place: string, id: number) => `/api/organizations/${place}/projects/${id}/`
    const expectStatus = async (status: number, caller: Caller, path: string) => {
      for (const { status: answered } of [await caller.get(path), await caller.patch(path, { name: 'Mine' })]) {
        expect(answered, path).toBe(status)
      }
    }
    await expectStatus(404, owner, below(organization.id, foreign.project.id))
    await expectStatus(404, owner, below(organization.id, 999_999))
    await expectStatus(403, outsider, below(organization.id, foreign.project.id))
    const inBoth = await keyOf(owner, ['*'])
    expect((await inBoth.post('/api/invites/accept/', { token: body.token })).status).toBe(201)
    const theirs = below(foreign.organization.id, foreign.project.id)
    expect((await inBoth.get(theirs)).status).toBe(200)
    await expectStatus(404, inBoth, below(foreign.organization.id, project.id))
    await expectStatus(404, inBoth, `${theirs}?token=${project.apiToken}`)
    expect((await anonymous.get(below(organization.id, project.id))).status).toBe(401)
  })

  it('PROJ-7 is created, changed and rotated by admins only', async () => {
    const { owner, member, organization, project } = await newWorld()
    const url = `/api/projects/${project.id}/`
    const before = await owner.get(url)
    const answers = await Promise.all([
      member.post('/api/projects/', { name: 'Mine' }),
      member.post(`/api/organizations/${organization.id}/projects/`, { name: 'Mine' }),
      member.patch(url, { name: 'Mine' }),
      member.patch(`${url}reset_token/`),
      member.patch(`${url}rotate_secret_token/`),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'permission_denied', detail: 'You need to have admin level or higher.' })
    }
    expect((await owner.get(url)).body).toEqual(before.body)
    expect((await owner.get('/api/projects/')).body.count).toBe(2)
  })

  describe('tokens', () => {
    it('PROJ-8 are replaced, and the old public one is refused at once', async () => {
      const world = await newWorld()
      const { owner, project, flags } = world
      expect((await evaluate(world, project.apiToken)).status).toBe(200)
      expect((await owner.get(`${flags}?token=${project.apiToken}`)).status).toBe(200)
      const { status, body, headers } = await owner.patch(`/api/projects/${project.id}/reset_token/`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: project.id, api_token: TOKEN('phc'), secret_api_token: project.secretApiToken })
      expect(body.api_token).not.toBe(project.apiToken)
      expect(Number(headers['flagdeck-version'])).toBeGreaterThan(project.version)
      expect((await evaluate(world, project.apiToken)).status).toBe(401)
      expect((await owner.get(`${flags}?token=${project.apiToken}`)).status).toBe(401)
      expect((await evaluate(world, body.api_token)).status).toBe(200)
    })

    it('PROJ-8 are replaced, and the old secret one is refused at once', async () => {
      const { owner, anonymous, project } = await newWorld()
      const ask = (secret: unknown) =>
        anonymous.get(`/flags/definitions?token=${project.apiToken}`, {
          headers: { authorization: `Bearer ${secret}` },
        })
      expect((await ask(project.secretApiToken)).status).toBe(200)
      const { body } = await owner.patch(`/api/projects/${project.id}/rotate_secret_token/`)
      expect(body).toMatchObject({ api_token: project.apiToken, secret_api_token: TOKEN('phs') })
      expect((await ask(project.secretApiToken)).status).toBe(401)
      expect((await ask(body.secret_api_token)).status).toBe(200)
    })
  })

  it('PROJ-1 answers 404 for a project that does not exist and 403 for one of others', async () => {
    const { owner, foreign } = await newWorld()
    for (const id of ['0', '2147483647', '99999999999999999999', 'abc', '-1', '@me', '1e3', '%00', '+1', '0x1']) {
      const { status, body } = await owner.get(`/api/projects/${id}/feature_flags/`)
      expect(status, id).toBe(404)
      expect(body.detail, id).toBe(id === '%00' ? 'Not found.' : 'Project not found.')
    }
    const strange = await owner.get(`/api/projects/${foreign.project.id}/feature_flags/`)
    expect({ status: strange.status, body: strange.body }).toEqual({
      status: 403,
      body: {
        type: 'authentication_error',
        code: 'permission_denied',
        detail: "You don't have access to the project.",
        attr: null,
      },
    })
  })
}
