import { expect, it } from 'vitest'
import type { ProjectContext } from '../../runtime/context.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createRole } from '../identity/change-role.ts'
import { listFlagActivity } from './list-flag-activity.ts'
import { retrieveFlag } from './retrieve-flag.ts'
import { grantRoleAccess, revokeRoleAccess } from './role-access/change-role-access.ts'
import { listRoleAccess, retrieveRoleAccess } from './role-access/list-role-access.ts'
import { updateFlag } from './update-flag.ts'

const PAGE = { limit: 10, offset: 0 }

/** Lists every operation on one flag. */
const OPERATIONS: Readonly<Record<string, (ctx: ProjectContext, flagId: number, ids: Ids) => Promise<unknown>>> = {
  retrieveFlag: (ctx, flagId) => retrieveFlag(ctx, flagId),
  updateFlag: (ctx, flagId) => updateFlag(ctx, flagId, { name: 'x' }),
  deleteFlag: (ctx, flagId) => updateFlag(ctx, flagId, { deleted: true }),
  listFlagActivity: (ctx, flagId) => listFlagActivity(ctx, PAGE, flagId),
  listRoleAccess: (ctx, flagId) => listRoleAccess(ctx, flagId, PAGE),
  retrieveRoleAccess: (ctx, flagId, { accessId }) => retrieveRoleAccess(ctx, flagId, accessId),
  grantRoleAccess: (ctx, flagId, { roleId }) => grantRoleAccess(ctx, flagId, { roleId }),
  revokeRoleAccess: (ctx, flagId, { accessId }) => revokeRoleAccess(ctx, flagId, accessId),
}

interface Ids {
  readonly accessId: number
  readonly roleId: string
}

/** Returns a flag of one tenant, with the contexts of an owner of another tenant and of a sibling project. */
async function twoTenants() {
  const own = await testDeck()
  const flag = await own.flags.create({ key: 'a', filters: { groups: [{}] } })
  const role = await createRole(await own.inOrganization(own.admin), { name: 'Engineering' })
  const access = await grantRoleAccess(own.context, flag.id, { roleId: role.id })
  const stranger = await testDeck({ store: own.store })
  const sibling = await own.store.write((tx) =>
    tx.projects.insert(newProjectRow({ organizationId: own.organization.id })),
  )
  const contexts = {
    'another tenant': await stranger.as(stranger.owner),
    'the system in another tenant': stranger.context,
    'a sibling project': (await own.deck.project(sibling.id)).context,
  }
  return { own, flag, ids: { accessId: access.id, roleId: role.id }, contexts }
}

it.each(Object.keys(OPERATIONS))('PROJ-11 %s knows no flag of another project', async (name) => {
  const { own, flag, ids, contexts } = await twoTenants()
  const before = await retrieveRoleAccess(own.context, flag.id, ids.accessId)
  for (const ctx of Object.values(contexts)) {
    await expect(OPERATIONS[name]?.(ctx, flag.id, ids)).rejects.toMatchObject({ kind: 'not_found' })
  }
  expect(await retrieveRoleAccess(own.context, flag.id, ids.accessId)).toEqual(before)
  expect(await own.flags.get(flag.id)).toEqual(flag)
})
