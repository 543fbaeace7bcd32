import { expect, it } from 'vitest'
import { createRole, deleteRole, updateRole } from '../features/identity/change-role.ts'
import { addRoleMember, removeRoleMember } from '../features/identity/change-role-membership.ts'
import { createProject } from '../features/identity/create-project.ts'
import { testDeck } from '../testing/test-deck.ts'
import type { OrganizationContext } from './context.ts'

const ID = '00000000-0000-4000-8000-000000000000'

const CHANGES: Readonly<Record<string, (ctx: OrganizationContext) => Promise<unknown>>> = {
  createRole: (ctx) => createRole(ctx, { name: 'Engineering' }),
  updateRole: (ctx) => updateRole(ctx, ID, { name: 'Engineering' }),
  deleteRole: (ctx) => deleteRole(ctx, ID),
  addRoleMember: (ctx) => addRoleMember(ctx, ID, { userUuid: ID }),
  removeRoleMember: (ctx) => removeRoleMember(ctx, ID, ID),
  createProject: (ctx) => createProject(ctx, { name: 'App' }),
}

it.each(Object.entries(CHANGES))('KEY-10 refuses %s to a key that is bound to projects', async (_, change) => {
  const { inOrganization, owner, project } = await testDeck()
  const bound = await inOrganization(owner, { scopedProjectIds: [project.id] })
  await expect(change(bound)).rejects.toMatchObject({
    kind: 'permission_denied',
    message: 'API keys with scoped projects are only supported on project-based endpoints.',
  })
})
