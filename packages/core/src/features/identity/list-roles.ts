import type { RoleDetails, RoleMembership } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorizeAny } from '../../runtime/access/authorize.ts'
import { roleShownTo } from '../../runtime/access/role-shown-to.ts'
import type { OrganizationContext } from '../../runtime/context.ts'

/** Lists the roles of an organization by name. */
export async function listRoles(ctx: OrganizationContext, page: PageRequest): Promise<Page<RoleDetails>> {
  authorizeAny(ctx.actor, ['organization:read', 'feature_flag:read'])
  const { count, items } = await ctx.store.read((tx) => tx.roles.list(ctx.organization.id, page))
  return { count, items: items.map((role) => roleShownTo(ctx.actor, role)) }
}

/** Returns one role with its members and flags. */
export async function retrieveRole(ctx: OrganizationContext, roleId: string): Promise<RoleDetails> {
  authorizeAny(ctx.actor, ['organization:read', 'feature_flag:read'])
  return roleShownTo(ctx.actor, await ctx.store.read((tx) => requireRole(tx, ctx, roleId)))
}

/** Lists the members with a role, in the order in which they got it. */
export async function listRoleMemberships(
  ctx: OrganizationContext,
  roleId: string,
  page: PageRequest,
): Promise<Page<RoleMembership>> {
  authorizeAny(ctx.actor, ['organization:read', 'feature_flag:read'])
  return ctx.store.read(async (tx) => {
    await requireRole(tx, ctx, roleId)
    return tx.roleMemberships.list(ctx.organization.id, roleId, page)
  })
}

/** Returns the membership of a member in a role. */
export async function retrieveRoleMembership(
  ctx: OrganizationContext,
  roleId: string,
  membershipId: string,
): Promise<RoleMembership> {
  authorizeAny(ctx.actor, ['organization:read', 'feature_flag:read'])
  const membership = await ctx.store.read((tx) => tx.roleMemberships.find(ctx.organization.id, roleId, membershipId))
  if (!membership) throw recordNotFound('Role membership', membershipId, ctx)
  return membership
}

/** Returns the role. Throws an error if the organization has no such role. */
export async function requireRole(
  tx: ReadTransaction,
  ctx: Pick<OrganizationContext, 'organization'>,
  roleId: string,
): Promise<RoleDetails> {
  const role = await tx.roles.find(ctx.organization.id, roleId)
  if (!role) throw recordNotFound('Role', roleId, ctx)
  return role
}
