import { userOf } from '../../data/records/actor.ts'
import { FLAG_ACCESS_LEVELS } from '../../data/records/flag-access-level.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { OrganizationContext } from '../../runtime/context.ts'
import { requireRole } from './list-roles.ts'
import { lockAsAdmin } from './people/lock-organization.ts'
import { tellFlagsOfLoss, tellOfRole, tellOfRoleChange } from './role-activity.ts'
import { type CreateRoleInput, createRoleSchema, type UpdateRoleInput, updateRoleSchema } from './role-input.ts'

/** Creates a role. Its name must be unique in the organization, ignoring case (ROLE-2). */
export async function createRole(ctx: OrganizationContext, input: CreateRoleInput): Promise<RoleDetails> {
  authorize(ctx.actor, 'organization:write')
  const { name, flagAccessLevel } = parseInput(createRoleSchema, input)
  return writeIdentity(ctx, async (tx) => {
    const { organization } = await lockAsAdmin(tx, ctx)
    const role = {
      id: ctx.ids.uuid(),
      organizationId: ctx.organization.id,
      name,
      flagAccessLevel: flagAccessLevel ?? organization.defaultFlagAccessLevel ?? FLAG_ACCESS_LEVELS.edit,
      createdAt: timestampOf(ctx.clock()),
      createdBy: userOf(ctx.actor),
    }
    await tx.roles.insert(role)
    await tellOfRole(tx, ctx, role, 'created')
    return { ...role, members: [], associatedFlags: [] }
  })
}

/** Changes a role's name or level; missing fields stay unchanged. */
export async function updateRole(
  ctx: OrganizationContext,
  roleId: string,
  input: UpdateRoleInput,
): Promise<RoleDetails> {
  authorize(ctx.actor, 'organization:write')
  const { name, flagAccessLevel } = parseInput(updateRoleSchema, input)
  return writeIdentity(ctx, async (tx) => {
    await lockAsAdmin(tx, ctx)
    const role = await requireRole(tx, ctx, roleId)
    const next = { ...role, name: name ?? role.name, flagAccessLevel: flagAccessLevel ?? role.flagAccessLevel }
    await tx.roles.update(next)
    await tellOfRoleChange(tx, ctx, role, next)
    return next
  })
}

/** Deletes a role with its memberships and its access to flags. */
export async function deleteRole(ctx: OrganizationContext, roleId: string): Promise<void> {
  authorize(ctx.actor, 'organization:write')
  await writeIdentity(ctx, async (tx) => {
    await lockAsAdmin(tx, ctx)
    const role = await requireRole(tx, ctx, roleId)
    await tellFlagsOfLoss(tx, ctx, role)
    await tx.roles.delete(ctx.organization.id, roleId)
    await tellOfRole(tx, ctx, role, 'deleted')
  })
}
