import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { createRole, deleteRole, updateRole } from './change-role.ts'
import { addRoleMember, removeRoleMember } from './change-role-membership.ts'
import { listRoleMemberships, listRoles, retrieveRole, retrieveRoleMembership } from './list-roles.ts'

const NOT_ADMIN = { kind: 'permission_denied', message: 'You need to have admin level or higher.' }
const NOT_FOUND = { kind: 'not_found', code: 'not_found', apiDetail: 'Not found.' }
const TAKEN = { code: 'unique', attr: 'name', message: 'There is already a role with this name.' }
const PAGE = { limit: 100, offset: 0 }

async function deckWithRole() {
  const deck = await testDeck()
  const ctx = await deck.inOrganization(deck.admin)
  return { ...deck, ctx, role: await createRole(ctx, { name: 'Engineering' }) }
}

describe('a new role', () => {
  it('ROLE-1 may edit flags unless it is said otherwise', async () => {
    const { role, admin, organization } = await deckWithRole()
    expect(role).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: organization.id,
      name: 'Engineering',
      flagAccessLevel: 37,
      createdAt: '2026-01-01T12:00:00.000000Z',
      createdBy: admin,
      members: [],
      associatedFlags: [],
    })
  })

  it.each([21, 37] as const)('ROLE-1 takes the level of the organization: %d', async (level) => {
    const { inOrganization, admin } = await testDeck({ organization: { defaultFlagAccessLevel: level } })
    const ctx = await inOrganization(admin)
    expect(await createRole(ctx, { name: 'a' })).toMatchObject({ flagAccessLevel: level })
    expect(await createRole(ctx, { name: 'b', flagAccessLevel: 21 })).toMatchObject({ flagAccessLevel: 21 })
  })

  it.each(['Engineering', 'engineering', ' ENGINEERING '])(
    'ROLE-2 cannot be called %j when Engineering is there',
    async (name) => {
      const { ctx } = await deckWithRole()
      await expect(createRole(ctx, { name })).rejects.toMatchObject(TAKEN)
    },
  )

  it('ROLE-2 may be called what a role of another organization is', async () => {
    const { store } = await deckWithRole()
    const other = await testDeck({ store })
    const ctx = await other.inOrganization(other.owner)
    await expect(createRole(ctx, { name: 'Engineering' })).resolves.toMatchObject({ name: 'Engineering' })
  })

  it('ROLE-2 is made once when fifty make it at once', async () => {
    const { ctx } = await deckWithRole()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => createRole(ctx, { name: index % 2 ? 'Sales' : 'SALES' })),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(49)
    for (const { reason } of refused) expect(reason).toMatchObject(TAKEN)
  })

  it.each([
    [{}, 'required', 'name'],
    [{ name: null }, 'null', 'name'],
    [{ name: '' }, 'blank', 'name'],
    [{ name: '   ' }, 'blank', 'name'],
    [{ name: 'n'.repeat(201) }, 'max_length', 'name'],
    [{ name: 'a\0' }, 'null_characters_not_allowed', 'name'],
    [{ name: 'a', flagAccessLevel: 30 }, 'invalid_choice', 'flagAccessLevel'],
    [{ name: 'a', flagAccessLevel: '37' }, 'invalid_choice', 'flagAccessLevel'],
  ])('ROLE-3 refuses %j', async (input, code, attr) => {
    const { ctx } = await deckWithRole()
    await expect(createRole(ctx, input as { name: string })).rejects.toMatchObject({ kind: 'validation', code, attr })
  })
})

describe('changing a role', () => {
  it('ROLE-3 leaves what is missing', async () => {
    const { ctx, role } = await deckWithRole()
    expect(await updateRole(ctx, role.id, { flagAccessLevel: 21 })).toEqual({ ...role, flagAccessLevel: 21 })
    expect(await updateRole(ctx, role.id, { name: 'Sales' })).toEqual({ ...role, name: 'Sales', flagAccessLevel: 21 })
    expect(await retrieveRole(ctx, role.id)).toMatchObject({ name: 'Sales', flagAccessLevel: 21 })
  })

  it('ROLE-2 lets it keep its name in another case, and take none that is taken', async () => {
    const { ctx, role } = await deckWithRole()
    await createRole(ctx, { name: 'Sales' })
    await expect(updateRole(ctx, role.id, { name: 'ENGINEERING' })).resolves.toMatchObject({ name: 'ENGINEERING' })
    await expect(updateRole(ctx, role.id, { name: 'sales' })).rejects.toMatchObject(TAKEN)
  })

  it('ROLE-4 deletes it with its members and what it was given', async () => {
    const { ctx, role, member, flags } = await deckWithRole()
    await addRoleMember(ctx, role.id, { userUuid: member.uuid })
    await flags.create({ key: 'a' })
    await deleteRole(ctx, role.id)
    await expect(retrieveRole(ctx, role.id)).rejects.toMatchObject(NOT_FOUND)
    expect(await listRoles(ctx, PAGE)).toEqual({ count: 0, items: [] })
  })
})

describe('members of a role', () => {
  it('ROLE-5 are members of the organization, each once', async () => {
    const { ctx, role, member } = await deckWithRole()
    const membership = await addRoleMember(ctx, role.id, { userUuid: member.uuid.toUpperCase() })
    expect(membership).toMatchObject({ roleId: role.id, user: member, joinedAt: '2026-01-01T12:00:00.000000Z' })
    await expect(addRoleMember(ctx, role.id, { userUuid: member.uuid })).rejects.toMatchObject({
      code: 'unique',
      attr: 'userUuid',
      message: 'This user already has the role.',
    })
    expect(await listRoleMemberships(ctx, role.id, PAGE)).toEqual({ count: 1, items: [membership] })
    expect(await retrieveRoleMembership(ctx, role.id, membership.id)).toEqual(membership)
    expect(await retrieveRole(ctx, role.id)).toMatchObject({ members: [membership] })
  })

  it('ROLE-5 are no strangers', async () => {
    const { ctx, role, store } = await deckWithRole()
    const other = await testDeck({ store })
    const unknown = '00000000-0000-4000-8000-ffffffffffff'
    for (const userUuid of [other.member.uuid, unknown]) {
      await expect(addRoleMember(ctx, role.id, { userUuid })).rejects.toMatchObject({
        code: 'does_not_exist',
        attr: 'userUuid',
        message: 'User is not a member of this organization.',
      })
    }
    for (const [userUuid, code] of [
      ['x', 'invalid_input'],
      [null, 'null'],
      [undefined, 'required'],
      [5, 'invalid_input'],
    ]) {
      const input = { userUuid } as { userUuid: string }
      await expect(addRoleMember(ctx, role.id, input)).rejects.toMatchObject({ code, attr: 'userUuid' })
    }
  })

  it('ROLE-5 leave it again', async () => {
    const { ctx, role, member } = await deckWithRole()
    const { id } = await addRoleMember(ctx, role.id, { userUuid: member.uuid })
    await removeRoleMember(ctx, role.id, id)
    await expect(removeRoleMember(ctx, role.id, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(retrieveRoleMembership(ctx, role.id, id)).rejects.toMatchObject(NOT_FOUND)
    expect(await retrieveRole(ctx, role.id)).toMatchObject({ members: [] })
  })
})

describe('who may look after roles', () => {
  it('ROLE-6 admins and owners and the system', async () => {
    const { inOrganization, admin, owner, role } = await deckWithRole()
    for (const user of [admin, owner]) {
      await expect(updateRole(await inOrganization(user), role.id, {})).resolves.toMatchObject({ id: role.id })
    }
  })

  it('ROLE-6 no members, who may only look', async () => {
    const { ctx: asAdmin, inOrganization, admin, member, role } = await deckWithRole()
    const ctx = await inOrganization(member)
    const membership = await addRoleMember(asAdmin, role.id, { userUuid: admin.uuid })
    await expect(listRoles(ctx, PAGE)).resolves.toMatchObject({ count: 1 })
    await expect(retrieveRole(ctx, role.id)).resolves.toMatchObject({ name: 'Engineering' })
    await expect(listRoleMemberships(ctx, role.id, PAGE)).resolves.toMatchObject({ count: 1 })
    await expect(retrieveRoleMembership(ctx, role.id, membership.id)).resolves.toEqual(membership)
    for (const write of [
      () => createRole(ctx, { name: 'x' }),
      () => updateRole(ctx, role.id, {}),
      () => deleteRole(ctx, role.id),
      () => addRoleMember(ctx, role.id, { userUuid: member.uuid }),
      () => removeRoleMember(ctx, role.id, role.id),
    ]) {
      await expect(write()).rejects.toMatchObject(NOT_ADMIN)
    }
  })

  it('ROLE-12 nobody who was an admin when the request began', async () => {
    const { ctx, inOrganization, member, role, admin } = await deckWithRole()
    const { id } = await addRoleMember(ctx, role.id, { userUuid: admin.uuid })
    const demoted = { ...ctx, actor: (await inOrganization(member)).actor }
    const attempts = [
      () => createRole(demoted, { name: 'Sales' }),
      () => updateRole(demoted, role.id, { flagAccessLevel: 21 }),
      () => deleteRole(demoted, role.id),
      () => addRoleMember(demoted, role.id, { userUuid: member.uuid }),
      () => removeRoleMember(demoted, role.id, id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(NOT_ADMIN)
    expect((await listRoles(ctx, PAGE)).items).toMatchObject([{ ...role, members: [{ id }] }])
  })

  it('ROLE-6 no key without the scope', async () => {
    const { inOrganization, owner, role } = await deckWithRole()
    const reader = await inOrganization(owner, { scopes: ['organization:read'] })
    await expect(listRoles(reader, PAGE)).resolves.toMatchObject({ count: 1 })
    const refused = { kind: 'permission_denied', message: "API key missing required scope 'organization:write'" }
    await expect(createRole(reader, { name: 'x' })).rejects.toMatchObject(refused)
    await expect(deleteRole(reader, role.id)).rejects.toMatchObject(refused)
    const flagReader = await inOrganization(owner, { scopes: ['feature_flag:read'] })
    await expect(retrieveRole(flagReader, role.id)).resolves.toMatchObject({ id: role.id })
    const stranger = await inOrganization(owner, { scopes: ['dashboard:write'] })
    await expect(retrieveRoleMembership(stranger, role.id, role.id)).rejects.toMatchObject({
      kind: 'permission_denied',
    })
    await expect(listRoles(stranger, PAGE)).rejects.toMatchObject({
      message: "API key missing required scope 'organization:read'",
    })
  })

  it('ROLE-6 nobody from another organization: its roles are not found', async () => {
    const { role, store, ctx, member } = await deckWithRole()
    const { id } = await addRoleMember(ctx, role.id, { userUuid: member.uuid })
    const other = await testDeck({ store })
    const foreign = await other.inOrganization(other.owner)
    const own = await createRole(foreign, { name: 'Own' })
    for (const attempt of [
      () => retrieveRole(foreign, role.id),
      () => updateRole(foreign, role.id, { name: 'x' }),
      () => deleteRole(foreign, role.id),
      () => addRoleMember(foreign, role.id, { userUuid: other.member.uuid }),
      () => removeRoleMember(foreign, role.id, id),
      () => removeRoleMember(foreign, own.id, id),
      () => listRoleMemberships(foreign, role.id, PAGE),
    ]) {
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await listRoles(foreign, PAGE)).toMatchObject({ count: 1 })
    expect(await retrieveRole(ctx, role.id)).toMatchObject({ name: 'Engineering', members: [{ id }] })
  })
})
