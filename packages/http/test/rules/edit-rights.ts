import { describe, expect, it } from 'vitest'
import { EVERYBODY, type NewWorld, type Person, type World } from '../support/world.ts'

/** The permissions of a caller for a flag, as the API reports them. */
async function rights(caller: Person, { flags }: World, id: number) {
  const { body } = await caller.get(`${flags}${id}/`)
  return [body.can_edit, body.user_access_level]
}

/** Permission to edit a flag, as `can_edit` reports it: docs/behaviour/roles.md. */
export function editRights(newWorld: NewWorld): void {
  describe('where members may edit all flags', () => {
    for (const defaultLevel of [null, 37] as const) {
      it(`ROLE-7 everybody edits, and admins and the creator manage (default level ${defaultLevel})`, async () => {
        const world = await newWorld({ defaultLevel })
        const { owner, admin, member, colleague, newFlag } = world
        const { id } = await newFlag({}, member)
        expect(await rights(owner, world, id)).toEqual([true, 'manager'])
        expect(await rights(admin, world, id)).toEqual([true, 'manager'])
        expect(await rights(member, world, id)).toEqual([true, 'manager'])
        expect(await rights(colleague, world, id)).toEqual([true, 'editor'])
      })
    }
  })

  describe('where members may only look at flags', () => {
    it('ROLE-7 admins and the creator manage, others look', async () => {
      const world = await newWorld({ defaultLevel: 21 })
      const { owner, admin, member, colleague, newFlag } = world
      const { id } = await newFlag({}, member)
      expect(await rights(owner, world, id)).toEqual([true, 'manager'])
      expect(await rights(admin, world, id)).toEqual([true, 'manager'])
      expect(await rights(member, world, id)).toEqual([true, 'manager'])
      expect(await rights(colleague, world, id)).toEqual([false, 'viewer'])
    })

    it('ROLE-7 a role that may edit all flags opens all, the highest of several counts', async () => {
      const world = await newWorld({ defaultLevel: 21 })
      const { member, newFlag, newRole } = world
      const { id } = await newFlag()
      await newRole(21, [member])
      expect(await rights(member, world, id)).toEqual([false, 'viewer'])
      await newRole(37, [member])
      expect(await rights(member, world, id)).toEqual([true, 'editor'])
    })

    it('ROLE-9 a role that was given the flag opens this one flag', async () => {
      const world = await newWorld({ defaultLevel: 21 })
      const { owner, member, flags, newFlag, newRole } = world
      const given = await newFlag()
      const other = await newFlag()
      const role = await newRole(21, [member])
      const access = await owner.post(`${flags}${given.id}/role_access/`, { role_id: role.id })
      expect(await rights(member, world, given.id)).toEqual([true, 'editor'])
      expect(await rights(member, world, other.id)).toEqual([false, 'viewer'])
      expect((await member.patch(`${flags}${given.id}/`, { name: 'x' })).status).toBe(200)
      await owner.delete(`${flags}${given.id}/role_access/${access.body.id}/`)
      expect((await member.patch(`${flags}${given.id}/`, { name: 'y' })).status).toBe(403)
      expect(await rights(member, world, given.id)).toEqual([false, 'viewer'])
    })

    it('ROLE-7 the list tells the same of each flag', async () => {
      const world = await newWorld({ defaultLevel: 21 })
      const { owner, member, flags, newFlag, newRole } = world
      const given = await newFlag({ key: 'b-given' })
      await newFlag({ key: 'c-closed' })
      await newFlag({ key: 'a-own' }, member)
      const role = await newRole(21, [member])
      await owner.post(`${flags}${given.id}/role_access/`, { role_id: role.id })
      const { results } = (await member.get(`${flags}?order=key`)).body
      expect(results).toMatchObject([
        { key: 'a-own', can_edit: true, user_access_level: 'manager' },
        { key: 'b-given', can_edit: true, user_access_level: 'editor' },
        { key: 'c-closed', can_edit: false, user_access_level: 'viewer' },
      ])
    })

    const writes: readonly [string, (caller: Person, url: string) => Promise<{ readonly status: number }>][] = [
      ['PATCH', (caller, url) => caller.patch(url, { name: 'changed' })],
      ['PUT', (caller, url) => caller.put(url, { key: 'changed' })],
      ['turning off', (caller, url) => caller.patch(url, { active: false })],
      ['deleting', (caller, url) => caller.patch(url, { deleted: true })],
      ['disabling by action', (caller, url) => caller.post(`${url}disable/`, {})],
      ['enabling what is on', (caller, url) => caller.post(`${url}enable/`, {})],
      ['PATCH with If-Match', (caller, url) => caller.patch(url, {}, { headers: { 'if-match': '"1"' } })],
    ]
    for (const [what, write] of writes) {
      it(`ROLE-8 refuses ${what} to those who may only look, and changes nothing`, async () => {
        const { owner, member, flags, newFlag } = await newWorld({ defaultLevel: 21 })
        const flag = await newFlag()
        const url = `${flags}${flag.id}/`
        const refused = await write(member, url)
        expect(refused).toMatchObject({
          status: 403,
          body: {
            type: 'authentication_error',
            code: 'permission_denied',
            detail: "You don't have edit permissions for this feature flag.",
            attr: null,
          },
        })
        expect((await owner.get(url)).body).toEqual(flag)
        expect((await owner.get(`${url}activity/`)).body.total_count).toBe(1)
      })
    }

    it('ROLE-8 refuses restoring as well', async () => {
      const { owner, member, flags, newFlag } = await newWorld({ defaultLevel: 21 })
      const { id } = await newFlag()
      await owner.patch(`${flags}${id}/`, { deleted: true })
      expect((await member.patch(`${flags}${id}/`, { deleted: false })).status).toBe(403)
    })

    it('ROLE-8 lets members create flags, which are theirs', async () => {
      const { member, flags } = await newWorld({ defaultLevel: 21 })
      const { status, body } = await member.post(flags, { key: 'mine', filters: EVERYBODY })
      expect(status).toBe(201)
      expect(body).toMatchObject({ can_edit: true, user_access_level: 'manager' })
    })
  })

  it('ROLE-12 is taken away at once with the role', async () => {
    const world = await newWorld({ defaultLevel: 21 })
    const { owner, member, organization, flags, newFlag, newRole } = world
    const { id } = await newFlag()
    const role = await newRole(37, [member])
    expect((await member.patch(`${flags}${id}/`, { name: 'x' })).status).toBe(200)
    await owner.delete(`/api/organizations/${organization.id}/roles/${role.id}/`)
    expect((await member.patch(`${flags}${id}/`, { name: 'y' })).status).toBe(403)
    expect(await rights(member, world, id)).toEqual([false, 'viewer'])
  })
}
