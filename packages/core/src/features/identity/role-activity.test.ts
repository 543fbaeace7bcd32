import { describe, expect, it } from 'vitest'
import { newProjectRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { ActivityFilter } from '../activity/list-activity.ts'
import { listActivity } from '../activity/list-activity.ts'
import { grantRoleAccess } from '../flags/role-access/change-role-access.ts'
import { createRole, deleteRole, updateRole } from './change-role.ts'
import { addRoleMember, removeRoleMember } from './change-role-membership.ts'

const PAGE = { limit: 100, offset: 0 }

async function deckWithRoles() {
  const deck = await testDeck()
  const ctx = await deck.inOrganization(deck.admin)
  const told = async (filter: ActivityFilter, context = deck.context) =>
    (await listActivity(context, filter, PAGE)).items
  return { ...deck, ctx, told }
}

describe('the activity of roles', () => {
  it('ACT-10 tells of a role from beginning to end, in every project of the organization', async () => {
    const { ctx, told, deck, store, organization, admin, member } = await deckWithRoles()
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const { id } = await createRole(ctx, { name: 'One' })
    await updateRole(ctx, id, { name: 'Two', flagAccessLevel: 21 })
    await updateRole(ctx, id, { name: 'Two' })
    const membership = await addRoleMember(ctx, id, { userUuid: member.uuid })
    await removeRoleMember(ctx, id, membership.id)
    await deleteRole(ctx, id)
    const entries = await told({ scope: 'Role', itemId: id })
    const of = (verb: string, name: string, changes: readonly object[] = []) => ({
      ...{ verb, scope: 'Role', itemId: id, user: { email: admin.email } },
      detail: { name, changes },
    })
    const change = (field: string, before: unknown, after: unknown) => ({ type: 'Role', field, before, after })
    expect(entries).toMatchObject([
      of('deleted', 'Two'),
      of('updated', 'Two', [{ ...change('members', member.uuid, null), action: 'deleted' }]),
      of('updated', 'Two', [{ ...change('members', null, member.uuid), action: 'created' }]),
      of('updated', 'Two', [change('name', 'One', 'Two'), change('flagAccessLevel', 37, 21)]),
      of('created', 'One'),
    ])
    const inSister = await told({ scope: 'Role' }, (await deck.project(sister.id)).context)
    expect(inSister.map(({ verb, detail }) => [verb, detail])).toEqual(
      entries.map(({ verb, detail }) => [verb, detail]),
    )
  })

  it('ACT-8 tells the flags of a role that is deleted', async () => {
    const { ctx, told, context, flags } = await deckWithRoles()
    const role = await createRole(ctx, { name: 'Gone' })
    const flag = await flags.create({ key: 'given', filters: { groups: [{}] } })
    const other = await flags.create({ key: 'other', filters: { groups: [{}] } })
    await grantRoleAccess(context, flag.id, { roleId: role.id })
    await deleteRole(ctx, role.id)
    const [last] = await told({ scope: 'FeatureFlag', itemId: String(flag.id) })
    const roleAccess = { field: 'roleAccess', action: 'deleted', before: { id: role.id, name: 'Gone' }, after: null }
    expect(last).toMatchObject({ verb: 'updated', detail: { name: 'given', changes: [roleAccess] } })
    expect(await told({ scope: 'FeatureFlag', itemId: String(other.id) })).toHaveLength(1)
    expect(await flags.get(flag.id)).toMatchObject({ version: flag.version })
  })

  it('ACT-10 tells nothing of what was refused', async () => {
    const { ctx, told, inOrganization, member } = await deckWithRoles()
    const { id } = await createRole(ctx, { name: 'One' })
    await expect(deleteRole(await inOrganization(member), id)).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(removeRoleMember(ctx, id, id)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await told({ scope: 'Role' })).toHaveLength(1)
  })
})
