import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { NewWorld, World } from '../support/world.ts'

const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000'

async function roleAndFlag(world: World) {
  const flag = await world.newFlag()
  return { flag, role: await world.newRole(21), url: `${world.flags}${flag.id}/role_access/` }
}

/** Access of roles to flags, over HTTP: docs/behaviour/roles.md. */
export function roleAccess(newWorld: NewWorld): void {
  it('HTTP-60 gives a role a flag, and answers both in full', async () => {
    const world = await newWorld()
    const { owner, member, organization, newFlag, newRole, flags } = world
    const flag = await newFlag()
    const role = await newRole(21, [member])
    const { status, body } = await owner.post(`${flags}${flag.id}/role_access/`, { role_id: role.id })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      feature_flag: flag,
      role: {
        id: role.id,
        name: role.name,
        feature_flags_access_level: 21,
        created_at: '2026-01-01T12:00:00Z',
        created_by: expect.objectContaining({ id: owner.user.id, email: owner.user.email }),
        members: [
          {
            id: expect.any(String),
            role_id: role.id,
            user: expect.objectContaining({ id: member.user.id, uuid: member.user.uuid }),
            joined_at: expect.any(String),
            updated_at: expect.any(String),
          },
        ],
        associated_flags: [{ id: flag.id, key: flag.key }],
      },
      added_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const listed = await owner.get(`/api/organizations/${organization.id}/roles/${role.id}/`)
    expect(listed.body).toEqual(body.role)
  })

  it('HTTP-60 retrieves and lists what was given', async () => {
    const world = await newWorld()
    const { owner } = world
    const { role, url } = await roleAndFlag(world)
    const { body } = await owner.post(url, { role_id: role.id })
    expect((await owner.get(`${url}${body.id}/`)).body).toEqual(body)
    expect((await owner.get(url)).body).toEqual({ count: 1, next: null, previous: null, results: [body] })
  })

  it('HTTP-61 pages the list like every other', async () => {
    const world = await newWorld()
    const { owner, newRole } = world
    const { url } = await roleAndFlag(world)
    for (let count = 0; count < 3; count++) await owner.post(url, { role_id: (await newRole(21)).id })
    const first = await owner.get(`${url}?limit=2`)
    expect(first.body).toMatchObject({ count: 3, next: `http://localhost${url}?limit=2&offset=2`, previous: null })
    const second = await owner.get(`${url}?limit=2&offset=2`)
    expect(second.body).toMatchObject({ count: 3, next: null, previous: `http://localhost${url}?limit=2` })
    const ids = [...resultsOf(first), ...resultsOf(second)].map(({ id }) => Number(id))
    expect(new Set(ids).size).toBe(3)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect((await owner.get(`${url}?offset=9007199254740991`)).body).toMatchObject({ count: 3, results: [] })
  })

  it('ROLE-9 takes a role away with 204 and no body', async () => {
    const world = await newWorld()
    const { owner } = world
    const { role, url } = await roleAndFlag(world)
    const { body } = await owner.post(url, { role_id: role.id })
    const deleted = await owner.delete(`${url}${body.id}/`)
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: null })
    expect((await owner.get(url)).body.count).toBe(0)
    expect((await owner.delete(`${url}${body.id}/`)).status).toBe(404)
    expect((await owner.post(url, { role_id: role.id })).status).toBe(201)
  })

  it('ROLE-10 takes the role id in either case', async () => {
    const world = await newWorld()
    const { role, url } = await roleAndFlag(world)
    expect((await world.owner.post(url, { role_id: role.id.toUpperCase() })).status).toBe(201)
  })

  const refusals: readonly [string, unknown, JsonObject][] = [
    ['no role', {}, { code: 'required', detail: 'This field is required.' }],
    ['a null role', { role_id: null }, { code: 'null', detail: 'This field may not be null.' }],
    ['a role that is no UUID', { role_id: 'admins' }, { code: 'invalid_input', detail: 'Must be a valid UUID.' }],
    ['a role that is no text', { role_id: 5 }, { code: 'invalid_input', detail: 'Not a valid string.' }],
    [
      'an unknown role',
      { role_id: UNKNOWN_UUID },
      { code: 'does_not_exist', detail: `Invalid pk "${UNKNOWN_UUID}" - object does not exist.` },
    ],
  ]
  for (const [what, sent, { code, detail }] of refusals) {
    it(`ROLE-10 refuses ${what} with 400`, async () => {
      const world = await newWorld()
      const { url } = await roleAndFlag(world)
      const { status, body } = await world.owner.post(url, sent)
      expect(status).toBe(400)
      expect(body).toEqual({ type: 'validation_error', code, detail, attr: 'role_id' })
      expect((await world.owner.get(url)).body.count).toBe(0)
    })
  }

  it('ROLE-10 refuses a role that has the flag already, also when two ask at once', async () => {
    const world = await newWorld()
    const { owner } = world
    const { role, url } = await roleAndFlag(world)
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(url, { role_id: role.id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    const refused = await owner.post(url, { role_id: role.id })
    expect(refused.body).toEqual({
      type: 'validation_error',
      code: 'unique',
      detail: 'This role already has access to the feature flag.',
      attr: 'role_id',
    })
    expect((await owner.get(url)).body.count).toBe(1)
  })

  it('ROLE-10 refuses a role of another organization as unknown', async () => {
    const world = await newWorld()
    const { owner, outsider, foreign } = world
    const { url } = await roleAndFlag(world)
    const roles = `/api/organizations/${foreign.organization.id}/roles/`
    const { body } = await outsider.post(roles, { name: 'Theirs' })
    expect((await owner.post(url, { role_id: body.id })).body).toMatchObject({ code: 'does_not_exist' })
  })

  it('ROLE-10 answers 404 for a wrong parent, an unknown entry and an unknown flag', async () => {
    const world = await newWorld()
    const { owner, flags, newFlag, sister } = world
    const { role, url } = await roleAndFlag(world)
    const { body } = await owner.post(url, { role_id: role.id })
    const other = await newFlag()
    const elsewhere = `/api/projects/${sister.id}/feature_flags/${body.id}/role_access/${body.id}/`
    for (const wrong of [`${flags}${other.id}/role_access/${body.id}/`, `${url}0/`, `${url}abc/`, elsewhere]) {
      expect((await owner.get(wrong)).body, wrong).toMatchObject({ code: 'not_found', detail: 'Not found.' })
      expect((await owner.delete(wrong)).status, wrong).toBe(404)
    }
    for (const unknown of [`${flags}0/role_access/`, `${flags}abc/role_access/`]) {
      expect((await owner.get(unknown)).status, unknown).toBe(404)
      expect((await owner.post(unknown, { role_id: role.id })).status, unknown).toBe(404)
    }
    const missing = await owner.post(`${flags}0/role_access/`, { role_id: role.id })
    expect(missing.body).toMatchObject({ code: 'not_found', detail: 'Feature flag not found.' })
    expect((await owner.get(url)).body.count).toBe(1)
  })

  it('HTTP-5 has no PATCH and no PUT', async () => {
    const world = await newWorld()
    const { owner } = world
    const { role, url } = await roleAndFlag(world)
    const { body } = await owner.post(url, { role_id: role.id })
    for (const method of ['PATCH', 'PUT'] as const) {
      for (const path of [url, `${url}${body.id}/`]) {
        const refused = await owner.send(method, path, { json: { role_id: role.id } })
        expect(refused.status).toBe(405)
        expect(refused.body).toEqual({
          type: 'invalid_request',
          code: 'method_not_allowed',
          detail: `Method "${method}" not allowed.`,
          attr: null,
        })
      }
    }
  })

  describe('may be changed', () => {
    it('ROLE-11 by everybody when members may edit all flags', async () => {
      const world = await newWorld({ defaultLevel: 37 })
      const { role, url } = await roleAndFlag(world)
      expect((await world.member.post(url, { role_id: role.id })).status).toBe(201)
      const open = await newWorld({ defaultLevel: null })
      const second = await roleAndFlag(open)
      expect((await open.member.post(second.url, { role_id: second.role.id })).status).toBe(201)
    })

    it('ROLE-11 by admins, by the creator of the flag, and by whoever has a role that may edit all flags', async () => {
      const world = await newWorld({ defaultLevel: 21 })
      const { admin, member, colleague, flags, newFlag, newRole } = world
      const role = await newRole(21)
      await newRole(37, [colleague])
      for (const [caller, creator] of [
        [admin, world.owner],
        [member, member],
        [colleague, world.owner],
      ] as const) {
        const flag = await newFlag({}, creator)
        const url = `${flags}${flag.id}/role_access/`
        const { status, body } = await caller.post(url, { role_id: role.id })
        expect(status).toBe(201)
        expect((await caller.delete(`${url}${body.id}/`)).status).toBe(204)
      }
    })

    it('ROLE-11 by nobody else, not even by those whom the flag was given to', async () => {
      const world = await newWorld({ defaultLevel: 21 })
      const { owner, member, newRole } = world
      const { url } = await roleAndFlag(world)
      const given = await newRole(21, [member])
      const entry = await owner.post(url, { role_id: given.id })
      const refusal = {
        type: 'authentication_error',
        code: 'permission_denied',
        detail: "You can't edit roles for this feature flag.",
        attr: null,
      }
      const created = await member.post(url, { role_id: (await newRole(21)).id })
      expect({ status: created.status, body: created.body }).toEqual({ status: 403, body: refusal })
      const deleted = await member.delete(`${url}${entry.body.id}/`)
      expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 403, body: refusal })
      expect((await member.get(url)).body.count).toBe(1)
      expect((await member.get(`${url}${entry.body.id}/`)).status).toBe(200)
    })

    it('ROLE-11 only on flags that there are: 404 comes before the refusal', async () => {
      const { member, flags, newRole } = await newWorld({ defaultLevel: 21 })
      const role = await newRole(21)
      const { status, body } = await member.post(`${flags}0/role_access/`, { role_id: role.id })
      expect(status).toBe(404)
      expect(body.detail).toBe('Feature flag not found.')
    })
  })
}
