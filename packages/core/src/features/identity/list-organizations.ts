import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { Context } from '../../runtime/context.ts'
import { openOrganization, reachableOrganizationIds } from './open-project.ts'
import { type OrganizationDetails, organizationDetails } from './retrieve-organization.ts'

/**
 * Lists the organizations that the caller's key gives access to, in the order of joining. The system gets all
 * organizations, in the order of creation.
 */
export async function listOrganizations(
  ctx: Context,
  { limit, offset }: PageRequest,
): Promise<Page<OrganizationDetails>> {
  authorize(ctx.actor, 'organization:read')
  if (ctx.actor.type === 'system') {
    const page = await ctx.store.read((tx) => tx.organizations.list({ limit, offset }))
    return {
      count: page.count,
      items: await detailsOf(
        ctx,
        page.items.map(({ id }) => id),
      ),
    }
  }
  const ids = await idsOf(ctx)
  return { count: ids.length, items: await detailsOf(ctx, ids.slice(offset, offset + limit)) }
}

/** Returns all of them, for callers whose permissions were checked. */
export async function everyOrganization(ctx: Context): Promise<readonly OrganizationDetails[]> {
  return detailsOf(ctx, await idsOf(ctx))
}

function detailsOf(ctx: Context, ids: readonly string[]): Promise<readonly OrganizationDetails[]> {
  return Promise.all(ids.map(async (id) => organizationDetails(await openOrganization(ctx, id))))
}

async function idsOf({ actor, store }: Context): Promise<readonly string[]> {
  return actor.type === 'user' ? store.read((tx) => reachableOrganizationIds(tx, actor)) : []
}
