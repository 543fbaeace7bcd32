import * as z from 'zod'
import type { RoleMembership } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { uuidField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { OrganizationContext } from '../../runtime/context.ts'
import { requireRole } from './list-roles.ts'
import { lockAsAdmin } from './people/lock-organization.ts'
import { tellOfRoleMember } from './role-activity.ts'

/** What a client may send to give a member a role. */
export const addRoleMemberSchema = z.object({ userUuid: uuidField() })

/** Gives a role to a member of the organization. */
export async function addRoleMember(
  ctx: OrganizationContext,
  roleId: string,
  input: z.input<typeof addRoleMemberSchema>,
): Promise<RoleMembership> {
  authorize(ctx.actor, 'organization:write')
  const { userUuid } = parseInput(addRoleMemberSchema, input)
  return writeIdentity(ctx, async (tx) => {
    await lockAsAdmin(tx, ctx)
    const role = await requireRole(tx, ctx, roleId)
    const user = await requireMember(tx, ctx.organization.id, userUuid.toLowerCase())
    const now = timestampOf(ctx.clock())
    const membership = { id: ctx.ids.uuid(), roleId, user, joinedAt: now, updatedAt: now }
    await tx.roleMemberships.insert(ctx.organization.id, membership)
    await tellOfRoleMember(tx, ctx, role, { before: null, after: user })
    return membership
  })
}

/** Removes a role from a member. */
export async function removeRoleMember(ctx: OrganizationContext, roleId: string, membershipId: string): Promise<void> {
  authorize(ctx.actor, 'organization:write')
  await writeIdentity(ctx, async (tx) => {
    await lockAsAdmin(tx, ctx)
    const membership = await tx.roleMemberships.find(ctx.organization.id, roleId, membershipId)
    if (!membership || !(await tx.roleMemberships.delete(ctx.organization.id, roleId, membershipId)))
      throw recordNotFound('Role membership', membershipId, ctx)
    const role = await requireRole(tx, ctx, roleId)
    await tellOfRoleMember(tx, ctx, role, { before: membership.user, after: null })
  })
}

async function requireMember(tx: ReadTransaction, organizationId: string, userUuid: string) {
  const user = await tx.users.findByUuid(userUuid)
  if (user && (await tx.memberships.find(organizationId, user.id))) return user
  throw invalidInput([violation('userUuid', 'does_not_exist', 'User is not a member of this organization.')])
}
