import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { Caller } from '../support/caller.ts'
import type { NewWorld } from '../support/world.ts'

const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000'
const NEEDS_ADMIN = {
  type: 'authentication_error',
  code: 'permission_denied',
  detail: 'You need to have admin level or higher.',
  attr: null,
}

/** Roles and their members over HTTP: docs/behaviour/roles.md. */
export function roles(newWorld: NewWorld): void {
  it('ROLE-3 creates, retrieves, lists, changes and deletes a role', async () => {
    const { admin, organization } = await newWorld()
    const url = `/api/organizations/${organization.id}/roles/`
    const created = await admin.post(url, { name: ' Engineering ', feature_flags_access_level: 21 })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      name: 'Engineering',
      feature_flags_access_level: 21,
      created_at: expect.any(String),
      created_by: expect.objectContaining({ id: admin.user.id }),
      members: [],
      associated_flags: [],
    })
    const one = `${url}${created.body.id}/`
    expect((await admin.get(one)).body).toEqual(created.body)
    expect((await admin.get(url)).body).toEqual({ count: 1, next: null, previous: null, results: [created.body] })
    const changed = await admin.patch(one, { feature_flags_access_level: 37 })
    expect(changed.body).toEqual({ ...created.body, feature_flags_access_level: 37 })
    const deleted = await admin.delete(one)
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: null })
    expect((await admin.get(one)).status).toBe(404)
  })

  it('PROJ-4 shows a key that is bound to projects no flags of others, wherever a role is shown', async () => {
    const { owner, organization, project, sister, newRole, keyOf } = await newWorld()
    const role = await newRole(21)
    const url = `/api/organizations/${organization.id}/roles/`
    const giveFlagOf = async ({ id }: { readonly id: number }) => {
      const flags = `/api/projects/${id}/feature_flags/`
      const { body } = await owner.post(flags, { key: `of-${id}` })
      await owner.post(`${flags}${body.id}/role_access/`, { role_id: role.id })
      return { flag: { id: body.id, key: `of-${id}` }, access: `${flags}${body.id}/role_access/` }
    }
    const here = await giveFlagOf(project)
    const there = await giveFlagOf(sister)
    const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
    const shownTo = async (caller: Caller) => [
      (await caller.get(`${url}${role.id}/`)).body.associated_flags,
      ...resultsOf(await caller.get(url)).map(({ associated_flags }) => associated_flags),
      ...resultsOf(await caller.get(there.access)).map((access) => (access.role as JsonObject).associated_flags),
    ]
    expect(await shownTo(bound)).toEqual([[there.flag], [there.flag], [there.flag]])
    const both = [here.flag, there.flag].toSorted((a, b) => Number(a.id) - Number(b.id))
    expect(await shownTo(owner)).toEqual([both, both, both])
  })

  it('ROLE-1 gives a new role the level of the organization, which is 37 when none is set', async () => {
    for (const [defaultLevel, level] of [
      [null, 37],
      [37, 37],
      [21, 21],
    ] as const) {
      const { owner, organization } = await newWorld({ defaultLevel })
      const { body } = await owner.post(`/api/organizations/${organization.id}/roles/`, { name: 'R' })
      expect(body.feature_flags_access_level).toBe(level)
    }
  })

  it('PROJ-5 is found below @current and below the id in either case', async () => {
    const { owner, organization, newRole } = await newWorld()
    const role = await newRole(21)
    for (const id of ['@current', organization.id, organization.id.toUpperCase()]) {
      const { body } = await owner.get(`/api/organizations/${id}/roles/${role.id.toUpperCase()}/`)
      expect(body, id).toMatchObject({ id: role.id })
    }
  })

  const refusals: readonly [string, unknown, JsonObject][] = [
    ['no name', {}, { code: 'required', attr: 'name' }],
    ['a null name', { name: null }, { code: 'null', attr: 'name' }],
    ['an empty name', { name: '' }, { code: 'blank', attr: 'name' }],
    ['a blank name', { name: '  ' }, { code: 'blank', attr: 'name' }],
    ['a name that is too long', { name: 'x'.repeat(201) }, { code: 'max_length', attr: 'name' }],
    [
      'an unknown level',
      { name: 'R', feature_flags_access_level: 15 },
      {
        code: 'invalid_choice',
        attr: 'feature_flags_access_level',
        detail: expect.stringContaining('"15" is not a valid choice. Choose one of: '),
      },
    ],
    [
      'a level that is text',
      { name: 'R', feature_flags_access_level: '37' },
      { code: 'invalid_choice', attr: 'feature_flags_access_level' },
    ],
  ]
  for (const [what, sent, expected] of refusals) {
    it(`ROLE-3 refuses ${what} with 400`, async () => {
      const { owner, organization } = await newWorld()
      const url = `/api/organizations/${organization.id}/roles/`
      const { status, body } = await owner.post(url, sent)
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'validation_error', ...expected })
      expect((await owner.get(url)).body.count).toBe(0)
    })
  }

  it('ROLE-2 refuses a name that a role of the organization has, whatever its case', async () => {
    const { owner, organization } = await newWorld()
    const url = `/api/organizations/${organization.id}/roles/`
    await owner.post(url, { name: 'Straße' })
    const other = await owner.post(url, { name: 'Other' })
    const refusal = {
      type: 'validation_error',
      code: 'unique',
      detail: 'There is already a role with this name.',
      attr: 'name',
    }
    expect((await owner.post(url, { name: 'STRAßE' })).body).toEqual(refusal)
    expect((await owner.patch(`${url}${other.body.id}/`, { name: 'straße' })).body).toEqual(refusal)
    expect((await owner.patch(`${url}${other.body.id}/`, { name: 'OTHER' })).status).toBe(200)
  })

  it('ROLE-6 is written by admins only, and read by every member', async () => {
    const { member, admin, organization, newRole, owner } = await newWorld()
    const url = `/api/organizations/${organization.id}/roles/`
    const { id } = await newRole(21)
    const added = await owner.post(`${url}${id}/role_memberships/`, { user_uuid: admin.user.uuid })
    const writes = [
      member.post(url, { name: 'R' }),
      member.patch(`${url}${id}/`, { name: 'R' }),
      member.delete(`${url}${id}/`),
      member.post(`${url}${id}/role_memberships/`, { user_uuid: member.user.uuid }),
      member.delete(`${url}${id}/role_memberships/${added.body.id}/`),
    ]
    for (const { status, body } of await Promise.all(writes)) {
      expect({ status, body }).toEqual({ status: 403, body: NEEDS_ADMIN })
    }
    for (const path of [url, `${url}${id}/`, `${url}${id}/role_memberships/`]) {
      expect((await member.get(path)).status).toBe(200)
    }
  })

  it('ROLE-6 answers 404 for an unknown role and for what is no UUID', async () => {
    const { owner, organization } = await newWorld()
    const url = `/api/organizations/${organization.id}/roles/`
    for (const id of [UNKNOWN_UUID, 'abc', '1', '%F0%9F%98%80']) {
      const answers = [
        owner.get(`${url}${id}/`),
        owner.patch(`${url}${id}/`, { name: 'R' }),
        owner.delete(`${url}${id}/`),
        owner.get(`${url}${id}/role_memberships/`),
        owner.post(`${url}${id}/role_memberships/`, { user_uuid: owner.user.uuid }),
        owner.get(`${url}${id}/role_memberships/${UNKNOWN_UUID}/`),
        owner.delete(`${url}${id}/role_memberships/${UNKNOWN_UUID}/`),
      ]
      for (const { body } of await Promise.all(answers)) expect(body).toMatchObject({ code: 'not_found', attr: null })
    }
  })

  describe('members', () => {
    it('ROLE-5 are added, listed and taken away', async () => {
      const { owner, member, organization, newRole } = await newWorld()
      const { id } = await newRole(21)
      const url = `/api/organizations/${organization.id}/roles/${id}/role_memberships/`
      const added = await owner.post(url, { user_uuid: member.user.uuid.toUpperCase() })
      expect(added.status).toBe(201)
      expect(added.body).toEqual({
        id: expect.any(String),
        role_id: id,
        user: expect.objectContaining({ id: member.user.id, email: member.user.email }),
        joined_at: expect.any(String),
        updated_at: expect.any(String),
      })
      expect(resultsOf(await owner.get(url))).toEqual([added.body])
      for (const caller of [owner, member]) {
        expect(await caller.get(`${url}${added.body.id}/`)).toMatchObject({ status: 200, body: added.body })
      }
      const role = await owner.get(`/api/organizations/${organization.id}/roles/${id}/`)
      expect(role.body.members).toEqual([added.body])
      expect((await owner.delete(`${url}${added.body.id}/`)).status).toBe(204)
      expect((await owner.get(url)).body.count).toBe(0)
      for (const gone of [owner.get(`${url}${added.body.id}/`), owner.delete(`${url}${added.body.id}/`)]) {
        expect((await gone).status).toBe(404)
      }
    })

    it('ROLE-5 are refused twice, when they do not exist, and when they belong to another organization', async () => {
      const { owner, member, outsider, organization, newRole } = await newWorld()
      const { id } = await newRole(21, [member])
      const url = `/api/organizations/${organization.id}/roles/${id}/role_memberships/`
      const refusal = async (body: unknown) => {
        const { status, body: refused } = await owner.post(url, body)
        expect(status).toBe(400)
        return [refused.code, refused.attr]
      }
      expect(await refusal({ user_uuid: member.user.uuid })).toEqual(['unique', 'user_uuid'])
      expect(await refusal({ user_uuid: UNKNOWN_UUID })).toEqual(['does_not_exist', 'user_uuid'])
      expect(await refusal({ user_uuid: outsider.user.uuid })).toEqual(['does_not_exist', 'user_uuid'])
      expect(await refusal({ user_uuid: 'me' })).toEqual(['invalid_input', 'user_uuid'])
      expect(await refusal({})).toEqual(['required', 'user_uuid'])
      expect((await owner.get(url)).body.count).toBe(1)
    })

    it('ROLE-5 are neither shown nor taken away through another role', async () => {
      const { owner, member, organization, newRole } = await newWorld()
      const url = `/api/organizations/${organization.id}/roles/`
      const mine = await newRole(21, [member])
      const other = await newRole(21)
      const [membership] = resultsOf(await owner.get(`${url}${mine.id}/role_memberships/`))
      const through = `${url}${other.id}/role_memberships/${membership?.id}/`
      for (const refused of [await owner.get(through), await owner.delete(through)]) expect(refused.status).toBe(404)
      expect((await owner.get(`${url}${mine.id}/role_memberships/`)).body.count).toBe(1)
    })
  })

  it('ROLE-4 closes the flags it was given when it is deleted', async () => {
    const { owner, organization, flags, newFlag, newRole } = await newWorld()
    const flag = await newFlag()
    const role = await newRole(21)
    await owner.post(`${flags}${flag.id}/role_access/`, { role_id: role.id })
    await owner.delete(`/api/organizations/${organization.id}/roles/${role.id}/`)
    expect((await owner.get(`${flags}${flag.id}/role_access/`)).body.count).toBe(0)
  })
}
