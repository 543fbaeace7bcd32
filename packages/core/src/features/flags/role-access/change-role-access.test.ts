import { describe, expect, it } from 'vitest'
import { type TestDeckOptions, testDeck } from '../../../testing/test-deck.ts'
import { createRole } from '../../identity/change-role.ts'
import { addRoleMember } from '../../identity/change-role-membership.ts'
import { retrieveRole } from '../../identity/list-roles.ts'
import { createFlag } from '../create-flag.ts'
import { listFlagActivity } from '../list-flag-activity.ts'
import { updateFlag } from '../update-flag.ts'
import { grantRoleAccess, revokeRoleAccess } from './change-role-access.ts'
import { listRoleAccess, retrieveRoleAccess } from './list-role-access.ts'

const PAGE = { limit: 100, offset: 0 }
const NOT_FOUND = { kind: 'not_found', apiDetail: 'Not found.' }
const NO_FLAG = { kind: 'not_found', apiDetail: 'Feature flag not found.' }
const REFUSED = { kind: 'permission_denied', message: "You can't edit roles for this feature flag." }
const STRICT = { organization: { defaultFlagAccessLevel: 21 } } as const

/** Returns a deck with a flag, and a role of level 21 that the member has. */
async function deckWithRole(options: TestDeckOptions = STRICT) {
  const deck = await testDeck(options)
  const admins = await deck.inOrganization(deck.admin)
  const role = await createRole(admins, { name: 'Engineering', flagAccessLevel: 21 })
  await addRoleMember(admins, role.id, { userUuid: deck.member.uuid })
  return { ...deck, admins, role, flag: await deck.flags.create({ key: 'a', filters: { groups: [{}] } }) }
}

describe('giving a role a flag', () => {
  it('ROLE-9 lets its members edit the flag', async () => {
    const { context, as, member, flag, role } = await deckWithRole()
    await expect(updateFlag(await as(member), flag.id, {})).rejects.toMatchObject({ kind: 'permission_denied' })
    await grantRoleAccess(context, flag.id, { roleId: role.id.toUpperCase() })
    await expect(updateFlag(await as(member), flag.id, {})).resolves.toMatchObject({ canEdit: true })
  })

  it('ROLE-9 answers the flag and the role in full', async () => {
    const { context, flag, role, admins } = await deckWithRole()
    const access = await grantRoleAccess(context, flag.id, { roleId: role.id })
    expect(access).toEqual({
      id: expect.any(Number),
      flagId: flag.id,
      roleId: role.id,
      addedAt: '2026-01-01T12:00:00.000000Z',
      updatedAt: '2026-01-01T12:00:00.000000Z',
      flag,
      role: await retrieveRole(admins, role.id),
    })
    expect(access.role).toMatchObject({ associatedFlags: [{ id: flag.id, key: 'a' }], members: [{ roleId: role.id }] })
    expect(await retrieveRoleAccess(context, flag.id, access.id)).toEqual(access)
    expect(await listRoleAccess(context, flag.id, PAGE)).toEqual({ count: 1, items: [access] })
  })

  it('ROLE-10 is done once', async () => {
    const { context, flag, role } = await deckWithRole()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => grantRoleAccess(context, flag.id, { roleId: role.id })),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(19)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: 'unique',
        attr: 'roleId',
        message: 'This role already has access to the feature flag.',
      })
    }
  })

  it.each([
    [undefined, 'required', 'This field is required.'],
    [null, 'null', 'This field may not be null.'],
    ['x', 'invalid_input', 'Must be a valid UUID.'],
    [
      '00000000-0000-4000-8000-ffffffffffff',
      'does_not_exist',
      'Invalid pk "00000000-0000-4000-8000-ffffffffffff" - object does not exist.',
    ],
  ])('ROLE-10 refuses the role %j', async (roleId, code, message) => {
    const { context, flag } = await deckWithRole()
    const input = { roleId } as { roleId: string }
    await expect(grantRoleAccess(context, flag.id, input)).rejects.toMatchObject({
      kind: 'validation',
      code,
      attr: 'roleId',
      message,
    })
  })

  it('ROLE-10 knows no role of another organization', async () => {
    const { context, flag, store } = await deckWithRole()
    const other = await deckWithRole({ ...STRICT, store })
    await expect(grantRoleAccess(context, flag.id, { roleId: other.role.id })).rejects.toMatchObject({
      code: 'does_not_exist',
    })
  })

  it('ROLE-9 is taken back', async () => {
    const { context, flag, role, as, member } = await deckWithRole()
    const { id } = await grantRoleAccess(context, flag.id, { roleId: role.id })
    const ctx = await as(member)
    await expect(updateFlag(ctx, flag.id, {})).resolves.toMatchObject({ version: 2 })
    await revokeRoleAccess(context, flag.id, id)
    await expect(updateFlag(ctx, flag.id, {})).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(revokeRoleAccess(context, flag.id, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(retrieveRoleAccess(context, flag.id, id)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('what is told of roles that have a flag', () => {
  it('ACT-8 is who gave them the flag and who took it back', async () => {
    const { as, admin, context, flag, role } = await deckWithRole()
    const { id } = await grantRoleAccess(await as(admin), flag.id, { roleId: role.id })
    await revokeRoleAccess(context, flag.id, id)
    const change = { type: 'FeatureFlag', field: 'roleAccess' }
    const told = { id: role.id, name: 'Engineering' }
    const detail = { trigger: null, type: null, name: 'a', shortId: null }
    const { count, items } = await listFlagActivity(context, PAGE, flag.id)
    expect(count).toBe(3)
    expect(items.slice(0, 2)).toMatchObject([
      {
        user: null,
        verb: 'updated',
        detail: { ...detail, changes: [{ ...change, action: 'deleted', before: told, after: null }] },
      },
      {
        user: { email: admin.email },
        verb: 'updated',
        scope: 'FeatureFlag',
        itemId: String(flag.id),
        detail: { ...detail, changes: [{ ...change, action: 'created', before: null, after: told }] },
      },
    ])
  })

  it('ACT-8 is nothing when it was refused', async () => {
    const { context, as, member, flag, role } = await deckWithRole()
    await grantRoleAccess(context, flag.id, { roleId: role.id })
    const asMember = await as(member)
    await Promise.allSettled([
      grantRoleAccess(context, flag.id, { roleId: role.id }),
      grantRoleAccess(asMember, flag.id, { roleId: role.id }),
      revokeRoleAccess(asMember, flag.id, 1),
      revokeRoleAccess(context, flag.id, 404),
    ])
    expect((await listFlagActivity(context, PAGE, flag.id)).count).toBe(2)
  })
})

describe('who may say which roles have a flag', () => {
  const grantAs = async (
    { as, role }: Awaited<ReturnType<typeof deckWithRole>>,
    user: Parameters<typeof as>[0],
    flagId: number,
  ) => grantRoleAccess(await as(user), flagId, { roleId: role.id })

  it.each(['owner', 'admin'] as const)('ROLE-11 the %s', async (who) => {
    const deck = await deckWithRole()
    await expect(grantAs(deck, deck[who], deck.flag.id)).resolves.toMatchObject({ flagId: deck.flag.id })
  })

  it.each([null, 37] as const)('ROLE-11 everybody while the setting of the organization is %j', async (level) => {
    const deck = await deckWithRole({ organization: { defaultFlagAccessLevel: level } })
    await expect(grantAs(deck, deck.member, deck.flag.id)).resolves.toMatchObject({ flagId: deck.flag.id })
  })

  it('ROLE-11 who made the flag', async () => {
    const deck = await deckWithRole()
    const { id } = await createFlag(await deck.as(deck.member), { key: 'own' })
    await expect(grantAs(deck, deck.member, id)).resolves.toMatchObject({ flagId: id })
  })

  it('ROLE-11 who has any role that may edit flags', async () => {
    const deck = await deckWithRole()
    const editors = await createRole(deck.admins, { name: 'Editors', flagAccessLevel: 37 })
    await addRoleMember(deck.admins, editors.id, { userUuid: deck.member.uuid })
    await expect(grantAs(deck, deck.member, deck.flag.id)).resolves.toMatchObject({ flagId: deck.flag.id })
  })

  it('ROLE-11 nobody else, not even who was given the flag', async () => {
    const deck = await deckWithRole()
    await expect(grantAs(deck, deck.member, deck.flag.id)).rejects.toMatchObject(REFUSED)
    const { id } = await grantRoleAccess(deck.context, deck.flag.id, { roleId: deck.role.id })
    await expect(updateFlag(await deck.as(deck.member), deck.flag.id, {})).resolves.toMatchObject({ canEdit: true })
    const ctx = await deck.as(deck.member)
    await expect(revokeRoleAccess(ctx, deck.flag.id, id)).rejects.toMatchObject(REFUSED)
    await expect(listRoleAccess(ctx, deck.flag.id, PAGE)).resolves.toMatchObject({ count: 1 })
    await expect(retrieveRoleAccess(ctx, deck.flag.id, id)).resolves.toMatchObject({ id })
  })
})

describe('entries of a flag', () => {
  it('ROLE-10 are found under that flag only', async () => {
    const { context, flags, flag, role } = await deckWithRole()
    const { id } = await grantRoleAccess(context, flag.id, { roleId: role.id })
    const other = await flags.create({ key: 'b' })
    await expect(retrieveRoleAccess(context, other.id, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(revokeRoleAccess(context, other.id, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(retrieveRoleAccess(context, 404, id)).rejects.toMatchObject(NOT_FOUND)
    for (const odd of [404, Number.NaN, 1.5]) {
      await expect(retrieveRoleAccess(context, flag.id, odd)).rejects.toMatchObject(NOT_FOUND)
      await expect(revokeRoleAccess(context, flag.id, odd)).rejects.toMatchObject(NOT_FOUND)
    }
    await expect(listRoleAccess(context, 404, PAGE)).rejects.toMatchObject(NOT_FOUND)
    await expect(grantRoleAccess(context, 404, { roleId: role.id })).rejects.toMatchObject(NO_FLAG)
    await expect(revokeRoleAccess(context, 404, id)).rejects.toMatchObject(NO_FLAG)
  })

  it('PAGE-1 come in the order they were added, in pages', async () => {
    const { context, admins, flag } = await deckWithRole()
    for (const name of ['c', 'a', 'b']) {
      const { id } = await createRole(admins, { name })
      await grantRoleAccess(context, flag.id, { roleId: id })
    }
    const page = await listRoleAccess(context, flag.id, { limit: 2, offset: 1 })
    expect([page.count, page.items.map(({ role }) => role.name)]).toEqual([3, ['a', 'b']])
    expect(await listRoleAccess(context, flag.id, { limit: 2, offset: 3 })).toEqual({ count: 3, items: [] })
  })

  it('KEY-1 need feature_flag:read to be seen', async () => {
    const { as, owner, flag } = await deckWithRole()
    const ctx = await as(owner, { scopes: ['organization:write'] })
    const refused = { message: "API key missing required scope 'feature_flag:read'" }
    await expect(listRoleAccess(ctx, flag.id, PAGE)).rejects.toMatchObject(refused)
    await expect(retrieveRoleAccess(ctx, flag.id, 1)).rejects.toMatchObject(refused)
  })
})
