import * as z from 'zod'
import { userOf } from '../../../data/records/actor.ts'
import type { Flag } from '../../../data/records/flag.ts'
import { FLAG_ACCESS_LEVELS } from '../../../data/records/flag-access-level.ts'
import type { FlagRoleAccess } from '../../../data/records/flag-role-access.ts'
import { isAdmin } from '../../../data/records/membership.ts'
import type { NamedRole } from '../../../data/records/role.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { invalidInput, permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { uuidField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { doesNotExist } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { roleAccessChanged } from '../../../runtime/activity/role-access-entry.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { requireFlag } from '../retrieve-flag.ts'
import { describeRoleAccess, type FlagRoleAccessDetails } from './list-role-access.ts'

/** The input that grants a role access to a flag. */
export const grantRoleAccessSchema = z.object({ roleId: uuidField() })

/** Lets the members of a role edit a flag (ROLE-9). */
export async function grantRoleAccess(
  ctx: ProjectContext,
  flagId: number,
  input: Readonly<z.input<typeof grantRoleAccessSchema>>,
): Promise<FlagRoleAccessDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  const roleId = parseInput(grantRoleAccessSchema, input).roleId.toLowerCase()
  return writeStore(ctx, async (tx) => {
    const access = await insertRoleAccess(tx, ctx, flagId, roleId, () =>
      tx.roles.find(ctx.project.organizationId, roleId),
    )
    const [details] = await describeRoleAccess(tx, ctx, [access])
    if (!details) throw recordNotFound('Role access', access.id, ctx)
    return details
  })
}

/**
 * {@link grantRoleAccess} in an open transaction.
 * @param findRole is called after the permission check; callers that already have the role return it
 */
export async function insertRoleAccess(
  tx: Transaction,
  ctx: ProjectContext,
  flagId: number,
  roleId: string,
  findRole: () => Promise<NamedRole | undefined>,
): Promise<FlagRoleAccess> {
  const flag = await authorizeRoleAccessChange(tx, ctx, flagId)
  const role = await findRole()
  if (!role) throw unknownRole(roleId)
  const now = timestampOf(ctx.clock())
  const access = await tx.flagRoleAccess.insert(ctx.project.id, { flagId, roleId, addedAt: now, updatedAt: now })
  await tx.activity.append(roleAccessChanged(ctx, flag, { before: null, after: role }))
  return access
}

/** Removes the access of a role to a flag. */
export async function revokeRoleAccess(ctx: ProjectContext, flagId: number, accessId: number): Promise<void> {
  authorize(ctx.actor, 'feature_flag:write')
  await writeStore(ctx, async (tx) => {
    await deleteRoleAccess(tx, ctx, flagId, accessId, async () => {
      const isId = Number.isSafeInteger(accessId)
      const access = isId ? await tx.flagRoleAccess.find(ctx.project.id, flagId, accessId) : undefined
      return access && tx.roles.find(ctx.project.organizationId, access.roleId)
    })
  })
}

/** {@link revokeRoleAccess} in an open transaction, with `findRole` as in {@link insertRoleAccess}. */
export async function deleteRoleAccess(
  tx: Transaction,
  ctx: ProjectContext,
  flagId: number,
  accessId: number,
  findRole: () => Promise<NamedRole | undefined>,
): Promise<void> {
  const flag = await authorizeRoleAccessChange(tx, ctx, flagId)
  const role = await findRole()
  if (!role || !(await tx.flagRoleAccess.delete(ctx.project.id, flagId, accessId)))
    throw recordNotFound('Role access', accessId, ctx)
  await tx.activity.append(roleAccessChanged(ctx, flag, { before: role, after: null }))
}

/** Checks the permission to change role access. Permission to edit the flag through a role is not enough. */
async function authorizeRoleAccessChange(tx: ReadTransaction, ctx: ProjectContext, flagId: number): Promise<Flag> {
  const { organization, membership, roles } = await authorizeMember(tx, ctx)
  const flag = await requireFlag(tx, ctx, flagId, 'Feature flag not found.')
  const setting = organization.defaultFlagAccessLevel ?? FLAG_ACCESS_LEVELS.edit
  const allowed =
    ctx.actor.type === 'system' ||
    (membership !== null &&
      (isAdmin(membership) ||
        setting === FLAG_ACCESS_LEVELS.edit ||
        (flag.createdBy !== null && flag.createdBy.id === userOf(ctx.actor)?.id) ||
        roles.some((role) => role.flagAccessLevel === FLAG_ACCESS_LEVELS.edit)))
  if (!allowed) throw permissionDenied("You can't edit roles for this feature flag.")
  return flag
}

function unknownRole(roleId: string) {
  return invalidInput([doesNotExist('roleId', roleId)])
}
