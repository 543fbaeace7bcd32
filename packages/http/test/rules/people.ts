import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { Caller } from '../support/caller.ts'
import type { NewWorld, Person, World } from '../support/world.ts'

/** Members of an organization: docs/behaviour/people.md. */
export function people(newWorld: NewWorld): void {
  const placeOf = ({ organization }: World) => {
    const home = `/api/organizations/${organization.id}/`
    return {
      home,
      invites: `${home}invites/`,
      memberAt: ({ user }: Person) => `${home}members/${user.uuid}/`,
      log: `${home}activity_log/`,
    }
  }
  const gone = { type: 'invalid_request', code: 'gone', attr: null }
  const email = () => `${crypto.randomUUID()}@invited.test`

  it('PEOPLE-1 changes the settings of an organization', async () => {
    const world = await newWorld()
    const { owner, admin, member, organization } = world
    const { home } = placeOf(world)
    const changed = await admin.patch(home, { default_feature_flags_access_level: 21 })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ name: organization.name, default_feature_flags_access_level: 21 })
    expect((await owner.get(home)).body).toMatchObject({ default_feature_flags_access_level: 21 })
    expect((await member.patch(home, { name: 'x' })).status).toBe(403)
    const wrong = await owner.patch(home, { default_feature_flags_access_level: 5 })
    expect(wrong.body).toMatchObject({ code: 'invalid_choice', attr: 'default_feature_flags_access_level' })
    expect((await owner.patch(home, { name: world.foreign.organization.name })).body).toMatchObject({ code: 'unique' })
  })

  describe('rights', () => {
    const LEVELS = { member: 1, admin: 8, owner: 15 } as const
    type Who = keyof typeof LEVELS
    const WHO: readonly Who[] = ['member', 'admin', 'owner']

    /**
     * The changes that each level may make to each level: change it to member, admin or owner, and remove the member.
     */
    const MAY: Readonly<Record<Who, Readonly<Record<Who, string>>>> = {
      member: { member: '', admin: '', owner: '' },
      admin: { member: 'member admin remove', admin: 'member admin remove', owner: '' },
      owner: {
        member: 'member admin owner remove',
        admin: 'member admin owner remove',
        owner: 'member admin owner remove',
      },
    }

    for (const caller of WHO) {
      for (const target of WHO) {
        it(`PEOPLE-2, PEOPLE-6 of a caller at level ${caller} over another at level ${target}`, async () => {
          const world = await newWorld()
          const { owner, colleague } = world
          const { memberAt } = placeOf(world)
          const target_ = colleague
          for (const action of [...WHO, 'remove'] as const) {
            await owner.patch(memberAt(target_), { level: LEVELS[target] })
            const isNoChange = action === target && caller !== 'member'
            const { status } =
              action === 'remove'
                ? await world[caller].delete(memberAt(target_))
                : await world[caller].patch(memberAt(target_), { level: LEVELS[action] })
            const isAllowed = isNoChange || MAY[caller][target].split(' ').includes(action)
            expect(status, action).toBe(isAllowed ? (action === 'remove' ? 204 : 200) : 403)
          }
        })
      }
    }
  })

  it('PEOPLE-4 keeps the last owner', async () => {
    const world = await newWorld()
    const { owner, admin } = world
    const { memberAt, log } = placeOf(world)
    const detail = 'An organization must have an owner: change the level of another member to owner first.'
    for (const { status, body } of [
      await owner.patch(memberAt(owner), { level: 1 }),
      await owner.delete(memberAt(owner)),
    ]) {
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'validation_error', code: 'invalid_input', detail })
    }
    expect((await owner.get(log)).body.count).toBe(0)
    expect((await owner.patch(memberAt(admin), { level: 15 })).status).toBe(200)
    const both = await Promise.all([
      owner.patch(memberAt(admin), { level: 1 }),
      admin.patch(memberAt(owner), { level: 1 }),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('PEOPLE-5 closes everything at once to who was removed', async () => {
    const world = await newWorld()
    const { owner, member, project, organization, flags, keyOf } = world
    const bound = await keyOf(member, ['*'], { organizationIds: [organization.id] })
    for (const caller of [member, bound]) expect((await caller.get(flags)).status).toBe(200)
    expect((await owner.delete(placeOf(world).memberAt(member))).status).toBe(204)
    for (const caller of [member, bound]) {
      expect((await caller.get(flags)).status).toBe(401)
      expect((await caller.get(`/api/projects/${project.id}/`)).status).toBe(401)
    }
  })

  it('PEOPLE-9 shows the link of an invitation once', async () => {
    const world = await newWorld()
    const { owner, member, anonymous } = world
    const { invites } = placeOf(world)
    const target = email()
    const created = await owner.post(invites, { target_email: target.toUpperCase(), level: 8, first_name: 'Grace' })
    expect(created.status).toBe(201)
    const { token, link, ...shown } = created.body
    expect(shown).toMatchObject({ target_email: target, level: 8, roles: [], is_expired: false })
    expect(shown).toMatchObject({ created_by: { id: owner.user.id }, expires_at: '2026-01-08T12:00:00Z' })
    expect(link).toBe(`http://localhost/api/signup/${token}/`)
    const list = await owner.get(invites)
    expect(resultsOf(list)).toEqual([shown])
    expect(list.text).not.toContain(token)
    expect((await member.get(invites)).status).toBe(403)
    expect((await anonymous.get(String(link).replace('http://localhost', ''))).body).toEqual({
      organization_name: world.organization.name,
      target_email: target,
      first_name: 'Grace',
      level: 8,
      expires_at: '2026-01-08T12:00:00Z',
    })
  })

  it('PEOPLE-11 lets in who has the link, with a key for the organization', async () => {
    const world = await newWorld()
    const { api, owner, anonymous, organization, project, flags, newRole } = world
    const role = await newRole(37)
    const target = email()
    const { body } = await owner.post(placeOf(world).invites, { target_email: target, roles: [role.id] })
    const joined = await anonymous.post(`/api/signup/${body.token}/`, { first_name: 'Grace', last_name: 'Hopper' })
    expect(joined.status).toBe(201)
    expect(joined.body).toMatchObject({
      organization: { id: organization.id, name: organization.name },
      member: { level: 1, user: { email: target, first_name: 'Grace', last_name: 'Hopper', is_email_verified: null } },
      personal_api_key: { scopes: ['*'], scoped_organizations: [organization.id], scoped_teams: [] },
    })
    const newcomer = new Caller(api, String((joined.body.personal_api_key as { value: string }).value)) // validated
    expect((await newcomer.post(flags, { key: 'first' })).status).toBe(201)
    expect((await newcomer.get('/api/users/@me/')).body).toMatchObject({ email: target, team: { id: project.id } })
    const members = resultsOf(await owner.get(`/api/organizations/${organization.id}/roles/`))[0]?.members
    expect(members).toMatchObject([{ user: { email: target } }])
  })

  it('PEOPLE-10 answers 410 for an invitation that was used, also when many use it at once', async () => {
    const world = await newWorld()
    const { owner, anonymous, organization } = world
    const { body } = await owner.post(placeOf(world).invites, { target_email: email() })
    const url = `/api/signup/${body.token}/`
    const answers = await Promise.all(Array.from({ length: 5 }, () => anonymous.post(url, {})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410, 410, 410, 410])
    const detail = 'This invitation was already used. Ask for a new one.'
    expect((await anonymous.post(url, {})).body).toEqual({ ...gone, detail })
    expect((await anonymous.get(url)).status).toBe(410)
    expect((await owner.get(`/api/organizations/${organization.id}/members/`)).body.count).toBe(5)
  })

  it('PEOPLE-10 answers 404 for one that was withdrawn, or never was', async () => {
    const world = await newWorld()
    const { owner, anonymous } = world
    const { invites } = placeOf(world)
    const { body } = await owner.post(invites, { target_email: email() })
    expect((await owner.delete(`${invites}${body.id}/`)).status).toBe(204)
    expect((await owner.delete(`${invites}${body.id}/`)).status).toBe(404)
    for (const token of [body.token, 'phi_none', '%00', '%F0%9F%98%80']) {
      const { status } = await anonymous.post(`/api/signup/${token}/`, {})
      expect(status, String(token)).toBe(404)
    }
  })

  it('PEOPLE-12 lets a user of another organization accept with a key that is bound to nothing', async () => {
    const world = await newWorld()
    const { owner, outsider, anonymous, foreign, keyOf, organization } = world
    const { body } = await owner.post(placeOf(world).invites, { target_email: outsider.user.email })
    const accept = (caller: Caller) => caller.post('/api/invites/accept/', { token: body.token })
    expect((await anonymous.post(`/api/signup/${body.token}/`, {})).status).toBe(403)
    expect((await accept(await keyOf(outsider, ['*'], { organizationIds: [foreign.organization.id] }))).status).toBe(
      403,
    )
    expect((await accept(await keyOf(owner, ['*']))).status).toBe(403)
    const whole = await keyOf(outsider, ['*'])
    expect((await accept(whole)).body).toMatchObject({ organization: { id: organization.id }, personal_api_key: null })
    expect((await whole.get(placeOf(world).home)).status).toBe(200)
    expect((await accept(whole)).status).toBe(410)
  })

  it('PEOPLE-8 takes a key that opens everything to invite, and goes up to the level of the caller', async () => {
    const world = await newWorld()
    const { owner, admin, member, project, keyOf } = world
    const { invites } = placeOf(world)
    const invite = (caller: Caller, level: number) => caller.post(invites, { target_email: email(), level })
    expect((await invite(admin, 15)).status).toBe(403)
    expect((await invite(member, 1)).status).toBe(403)
    const limited = await keyOf(owner, ['organization_member:write', 'organization:write', 'user:write'])
    expect((await invite(limited, 1)).status).toBe(403)
    expect((await invite(await keyOf(owner, ['*'], { projectIds: [project.id] }), 1)).status).toBe(403)
    expect((await invite(admin, 8)).status).toBe(201)
    expect((await owner.post(invites, { target_email: member.user.email })).body).toMatchObject({ code: 'unique' })
    expect((await owner.post(invites, { target_email: 'nobody' })).body).toMatchObject({ attr: 'target_email' })
  })

  it('ACT-13 tells those who run the organization what happened to its people, in pages', async () => {
    const world = await newWorld()
    const { owner, admin, member, colleague, keyOf } = world
    const { memberAt, log } = placeOf(world)
    await admin.patch(memberAt(member), { level: 8 })
    await owner.delete(memberAt(member))
    const answer = await admin.get(log)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ next: null, previous: null })
    expect(resultsOf(answer)[0]).toMatchObject({
      user: { first_name: 'owner', email: owner.user.email },
      activity: 'deleted',
      scope: 'OrganizationMembership',
      item_id: member.user.uuid,
      detail: { name: member.user.email, changes: [{ field: 'level', before: 8, after: null }] },
    })
    const page = await owner.get(`${log}?page=2&page_size=1`)
    expect(resultsOf(page)).toHaveLength(1)
    expect(page.body.previous).toBe(`http://localhost${log}?page=1&page_size=1`)
    expect((await colleague.get(log)).status).toBe(403)
    expect((await (await keyOf(owner, ['organization:read'])).get(log)).status).toBe(403)
  })
}
