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
  /** Unique, and the same for good (PROJ-13). */
  readonly slug: string
  /** null for the system. */
  readonly membershipLevel: Membership['level'] | null
  readonly memberCount: number
  /** Those that the caller's key is good for. */
  readonly projects: readonly ProjectView[]
}

/** Reads the organization that the context is in. */
export async function retrieveOrganization(ctx: OrganizationContext): Promise<OrganizationDetails> {
  authorize(ctx.actor, 'organization:read')
  return organizationDetails(ctx)
}

/** {@link retrieveOrganization} for those who were let in already. */
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
