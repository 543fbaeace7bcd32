import type { Membership } from '../../data/records/membership.ts'
import type { Organization } from '../../data/records/organization.ts'
import { MAX_PAGE_LIMIT } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext } from '../../runtime/context.ts'
import { reachableProjects } from './list-projects.ts'
import { organizationSlug } from './organization-slug.ts'
import type { ProjectView } from './project-view.ts'

/** An organization as one of its members sees it. */
export interface OrganizationDetails extends Organization {
  /** Unique; it never changes (PROJ-13). */
  readonly slug: string
  /** Null for the system. */
  readonly membershipLevel: Membership['level'] | null
  readonly memberCount: number
  /** The projects that the caller's key gives access to. */
  readonly projects: readonly ProjectView[]
}

/** Returns the organization of the context. */
export async function retrieveOrganization(ctx: OrganizationContext): Promise<OrganizationDetails> {
  authorize(ctx.actor, 'organization:read')
  return organizationDetails(ctx)
}

/** Like {@link retrieveOrganization}, for callers whose permissions were checked. */
export async function organizationDetails(ctx: OrganizationContext): Promise<OrganizationDetails> {
  const { organization, access } = ctx
  return ctx.store.read(async (tx) => {
    const projects = await reachableProjects(tx, ctx, { limit: MAX_PAGE_LIMIT, offset: 0 })
    const members = await tx.memberships.list(organization.id, { limit: 1, offset: 0 })
    return {
      ...organization,
      slug: organizationSlug(organization),
      membershipLevel: access.membership?.level ?? null,
      memberCount: members.count,
      projects: projects.items,
    }
  })
}
