import type { FlagRoleAccess } from '../../../data/records/flag-role-access.ts'
import type { RoleDetails } from '../../../data/records/role.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { roleShownTo } from '../../../runtime/access/role-shown-to.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { detailsOf, type FlagDetails } from '../flag-details.ts'
import { requireFlag } from '../retrieve-flag.ts'

/** The access of a role to a flag, with the complete flag and role. */
export interface FlagRoleAccessDetails extends FlagRoleAccess {
  readonly flag: FlagDetails
  readonly role: RoleDetails
}

/** Lists the access of roles to a flag, in the order in which it was granted. */
export async function listRoleAccess(
  ctx: ProjectContext,
  flagId: number,
  page: PageRequest,
): Promise<Page<FlagRoleAccessDetails>> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    await requireFlag(tx, ctx, flagId)
    const { count, items } = await tx.flagRoleAccess.list(ctx.project.id, flagId, page)
    return { count, items: await describeRoleAccess(tx, ctx, items) }
  })
}

/** Returns one entry of the flag. */
export async function retrieveRoleAccess(
  ctx: ProjectContext,
  flagId: number,
  accessId: number,
): Promise<FlagRoleAccessDetails> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    await requireFlag(tx, ctx, flagId)
    const access = Number.isSafeInteger(accessId)
      ? await tx.flagRoleAccess.find(ctx.project.id, flagId, accessId)
      : undefined
    const [details] = access ? await describeRoleAccess(tx, ctx, [access]) : []
    if (!details) throw recordNotFound('Role access', accessId, ctx)
    return details
  })
}

/** Adds the flag and the roles to entries of one flag. */
export async function describeRoleAccess(
  tx: ReadTransaction,
  ctx: ProjectContext,
  entries: readonly FlagRoleAccess[],
): Promise<readonly FlagRoleAccessDetails[]> {
  const [first] = entries
  if (!first) return []
  const [flag] = await detailsOf(tx, ctx, [await requireFlag(tx, ctx, first.flagId)])
  const roles = await Promise.all(entries.map((entry) => tx.roles.find(ctx.project.organizationId, entry.roleId)))
  return entries.flatMap((entry, index) => {
    const role = roles[index]
    return flag && role ? [{ ...entry, flag, role: roleShownTo(ctx.actor, role) }] : []
  })
}
