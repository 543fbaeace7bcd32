import type { OrganizationActivity } from '../../../data/records/organization-activity.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeOrganizationAdmin } from '../../../runtime/access/authorize-admin.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'

/** What happened to the organization and its people, newest first, for those who run it (ACT-13). */
export async function listOrganizationActivity(
  ctx: OrganizationContext,
  page: PageRequest,
): Promise<Page<OrganizationActivity>> {
  authorize(ctx.actor, 'activity_log:read')
  return ctx.store.read(async (tx) => {
    await authorizeOrganizationAdmin(tx, ctx)
    return tx.organizationActivity.list(ctx.organization.id, page)
  })
}
