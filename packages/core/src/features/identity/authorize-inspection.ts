import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeOrganizationAdmin } from '../../runtime/access/authorize-admin.ts'
import type { OrganizationContext } from '../../runtime/context.ts'

/** Refuses callers who may not read the state of the server: only admins of an organization may (SERVE-50). */
export async function authorizeInspection(ctx: OrganizationContext): Promise<void> {
  authorize(ctx.actor, 'organization:read')
  await ctx.store.read((tx) => authorizeOrganizationAdmin(tx, ctx))
}
