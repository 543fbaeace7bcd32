import type { Membership } from '../../data/records/membership.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext } from '../../runtime/context.ts'

/** Lists the members of an organization in the order they joined. */
export async function listMemberships(ctx: OrganizationContext, page: PageRequest): Promise<Page<Membership>> {
  authorize(ctx.actor, 'organization_member:read')
  return ctx.store.read((tx) => tx.memberships.list(ctx.organization.id, page))
}
