import type { Actor } from '../../data/records/actor.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { Context } from '../../runtime/context.ts'
import { openOrganization } from './open-project.ts'
import { type OrganizationDetails, organizationDetails } from './retrieve-organization.ts'

/** Lists the organizations of the caller that its key is good for, in the order it joined them; the system has none. */
export async function listOrganizations(
  ctx: Context,
  { limit, offset }: PageRequest,
): Promise<Page<OrganizationDetails>> {
  authorize(ctx.actor, 'organization:read')
  const ids = await reachableOrganizationIds(ctx)
  return { count: ids.length, items: await detailsOf(ctx, ids.slice(offset, offset + limit)) }
}

/** All of them, for those who were let in already. */
export async function everyOrganization(ctx: Context): Promise<readonly OrganizationDetails[]> {
  return detailsOf(ctx, await reachableOrganizationIds(ctx))
}

function detailsOf(ctx: Context, ids: readonly string[]): Promise<readonly OrganizationDetails[]> {
  return Promise.all(ids.map(async (id) => organizationDetails(await openOrganization(ctx, id))))
}

async function reachableOrganizationIds({ actor, store }: Context): Promise<readonly string[]> {
  if (actor.type !== 'user') return []
  const memberships = await store.read((tx) => tx.memberships.ofUser(actor.user.id))
  return memberships.map(({ organizationId }) => organizationId).filter((id) => isInScope(actor, id))
}

function isInScope({ key }: Extract<Actor, { type: 'user' }>, organizationId: string): boolean {
  return key?.scopedOrganizationIds?.includes(organizationId) ?? true
}
