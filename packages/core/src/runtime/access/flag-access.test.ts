import { describe, expect, it } from 'vitest'
import type { FlagAccessLevel } from '../../data/records/flag-access-level.ts'
import { createFlag } from '../../features/flags/create-flag.ts'
import { listFlags } from '../../features/flags/list-flags.ts'
import { parseFlagQuery } from '../../features/flags/parse-flag-query.ts'
import { retrieveFlag } from '../../features/flags/retrieve-flag.ts'
import { grantRoleAccess } from '../../features/flags/role-access/change-role-access.ts'
import { updateFlag } from '../../features/flags/update-flag.ts'
import { newRoleMembershipRow, newRoleRow } from '../../testing/row-builders.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import type { ProjectContext } from '../context.ts'

const REFUSED = {
  kind: 'permission_denied',
  code: 'permission_denied',
  attr: null,
  message: "You don't have edit permissions for this feature flag.",
}

interface Case {
  /** The organization's access level for members without a role; null if it was never set. */
  readonly setting: FlagAccessLevel | null
  readonly who: 'owner' | 'admin' | 'member' | 'creator' | 'system'
  /** The levels of the caller's roles. */
  readonly roles: readonly FlagAccessLevel[]
  /** Whether the first of those roles was granted access to the flag. */
  readonly given: boolean
  readonly canEdit: boolean
  readonly level: 'viewer' | 'editor' | 'manager'
}

const WHOS = ['owner', 'admin', 'member', 'creator', 'system'] as const
const ROLES: readonly (readonly FlagAccessLevel[])[] = [[], [21], [37], [21, 21], [21, 37]]

/** Every combination, with the result that ROLE-7 specifies. */
const CASES: readonly Case[] = [null, 21, 37].flatMap((setting) =>
  WHOS.flatMap((who) =>
    ROLES.flatMap((roles) =>
      [false, true].map((given): Case => {
        const isManager = who !== 'member'
        const isOpen = setting !== 21 || roles.includes(37) || (given && roles.length > 0)
        const level = isManager ? 'manager' : isOpen ? 'editor' : 'viewer'
        return { setting: setting as FlagAccessLevel | null, who, roles, given, canEdit: level !== 'viewer', level }
      }),
    ),
  ),
)

/** Returns the caller of a case, and a flag that another user created unless the caller is its creator. */
async function arrange({ setting, who, roles, given }: Case) {
  const deck = await testDeck({ organization: { defaultFlagAccessLevel: setting } })
  const user = who === 'owner' || who === 'admin' ? deck[who] : deck.member
  const roleIds = await giveRoles(deck, user, roles)
  const creator = who === 'creator' ? await deck.as(user) : await deck.as(deck.owner)
  const flag = await createFlag(creator, { key: 'a' })
  const [first] = roleIds
  if (given && first !== undefined) await grantRoleAccess(deck.context, flag.id, { roleId: first })
  const ctx: ProjectContext = who === 'system' ? deck.context : await deck.as(user)
  return { ...deck, flag, ctx }
}

async function giveRoles(deck: TestDeck, user: TestDeck['member'], levels: readonly FlagAccessLevel[]) {
  const organizationId = deck.organization.id
  return deck.store.write(async (tx) => {
    const ids: string[] = []
    for (const flagAccessLevel of levels) {
      const role = newRoleRow({ organizationId, flagAccessLevel })
      await tx.roles.insert(role)
      await tx.roleMemberships.insert(organizationId, newRoleMembershipRow({ roleId: role.id, user }))
      ids.push(role.id)
    }
    return ids
  })
}

describe('who may edit a flag', () => {
  it.each(CASES)('ROLE-7 setting $setting, $who, roles $roles, given the flag: $given → $level', async (row) => {
    const { ctx, flag, flags } = await arrange(row)
    const expected = { canEdit: row.canEdit, userAccessLevel: row.level }
    expect(await retrieveFlag(ctx, flag.id)).toMatchObject(expected)
    expect((await listFlags(ctx, parseFlagQuery(ctx, {}), { limit: 10, offset: 0 })).items).toMatchObject([expected])
    const write = updateFlag(ctx, flag.id, { name: 'x' })
    if (row.canEdit) await expect(write).resolves.toMatchObject({ ...expected, version: 2 })
    else await expect(write).rejects.toMatchObject(REFUSED)
    expect(await flags.get(flag.id)).toMatchObject({ name: row.canEdit ? 'x' : '' })
  })

  it('ROLE-7 nobody is the creator of a flag that has none', async () => {
    const { flags, as, member } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await flags.create({ key: 'a' })
    const ctx = await as(member)
    await expect(retrieveFlag(ctx, id)).resolves.toMatchObject({ canEdit: false })
    await expect(updateFlag(ctx, id, {})).rejects.toMatchObject(REFUSED)
  })

  it('ROLE-7 what one role was given does not open another flag', async () => {
    const deck = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const [roleId = ''] = await giveRoles(deck, deck.member, [21])
    const open = await deck.flags.create({ key: 'open' })
    const shut = await deck.flags.create({ key: 'shut' })
    await grantRoleAccess(deck.context, open.id, { roleId })
    const ctx = await deck.as(deck.member)
    const { items } = await listFlags(ctx, parseFlagQuery(ctx, {}), { limit: 10, offset: 0 })
    expect(items.map(({ key, canEdit }) => [key, canEdit])).toEqual([
      ['shut', false],
      ['open', true],
    ])
    await expect(updateFlag(ctx, shut.id, {})).rejects.toMatchObject(REFUSED)
  })
})

describe('what a member without edit right may do', () => {
  it.each([
    ['change', {}],
    ['rename', { key: 'b' }],
    ['disable', { active: false }],
    ['delete', { deleted: true }],
    ['archive', { archived: true, active: false }],
  ])('ROLE-8 not %s a flag', async (_, input) => {
    const { flags, as, member } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const flag = await flags.create({ key: 'a', filters: { groups: [{}] } })
    await expect(updateFlag(await as(member), flag.id, input)).rejects.toMatchObject(REFUSED)
    expect(await flags.get(flag.id)).toEqual(flag)
  })

  it('ROLE-8 not restore a flag', async () => {
    const { flags, as, member } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    await expect(updateFlag(await as(member), id, { deleted: false })).rejects.toMatchObject(REFUSED)
  })

  it('ROLE-8 create a flag, and edit that', async () => {
    const { as, member } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const ctx = await as(member)
    const { id } = await createFlag(ctx, { key: 'a' })
    await expect(updateFlag(ctx, id, { name: 'x' })).resolves.toMatchObject({ userAccessLevel: 'manager' })
  })

  it('ROLE-8 nothing that its key does not open, whatever its roles', async () => {
    const { flags, as, owner } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const ctx = await as(owner, { scopes: ['feature_flag:read'] })
    const refused = { kind: 'permission_denied', message: "API key missing required scope 'feature_flag:write'" }
    await expect(createFlag(ctx, { key: 'b' })).rejects.toMatchObject(refused)
    await expect(updateFlag(ctx, id, {})).rejects.toMatchObject(refused)
    await expect(grantRoleAccess(ctx, id, { roleId: 'x' })).rejects.toMatchObject(refused)
  })
})

describe('what was taken away since the request began', () => {
  it('ROLE-12 an organization that became strict counts at once for writes', async () => {
    const { flags, as, member, store, organization } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const ctx = await as(member)
    await expect(updateFlag(ctx, id, {})).resolves.toMatchObject({ version: 2 })
    await store.write((tx) => tx.organizations.update({ ...organization, defaultFlagAccessLevel: 21 }))
    await expect(updateFlag(ctx, id, {})).rejects.toMatchObject(REFUSED)
  })

  it('ROLE-12 a role that was taken away counts at once for writes', async () => {
    const deck = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await deck.flags.create({ key: 'a' })
    const [roleId = ''] = await giveRoles(deck, deck.member, [37])
    const ctx = await deck.as(deck.member)
    await expect(updateFlag(ctx, id, {})).resolves.toMatchObject({ version: 2 })
    await deck.store.write((tx) => tx.roles.delete(deck.organization.id, roleId))
    await expect(updateFlag(ctx, id, {})).rejects.toMatchObject(REFUSED)
  })

  it('ROLE-12 a membership that is gone counts at once for writes', async () => {
    const deck = await testDeck()
    const flag = await createFlag(await deck.as(deck.member), { key: 'a' })
    const stranger = await testDeck({ store: deck.store })
    // As if this user had been a member when the request started.
    const ctx = { ...(await deck.as(deck.member)), actor: (await stranger.as(stranger.owner)).actor }
    const refused = { kind: 'permission_denied', message: "You don't have access to the project." }
    await expect(createFlag(ctx, { key: 'b' })).rejects.toMatchObject(refused)
    await expect(updateFlag(ctx, flag.id, {})).rejects.toMatchObject(refused)
    await expect(grantRoleAccess(ctx, flag.id, { roleId: stranger.organization.id })).rejects.toMatchObject(refused)
  })
})
