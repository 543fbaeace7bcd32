import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeOrganizationAdmin } from '../../runtime/access/authorize-admin.ts'
import type { OrganizationContext } from '../../runtime/context.ts'

/** Refuses callers who may not hear how the service is: those who run no organization of it (SERVE-50). */
export async function authorizeInspection(ctx: OrganizationContext): Promise<void> {
  authorize(ctx.actor, 'organization:read')
  await ctx.store.read((tx) => authorizeOrganizationAdmin(tx, ctx))
}
