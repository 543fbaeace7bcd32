import type { ProjectAccess } from './access/project-access.ts'
import type { Context } from './context.ts'
import { permissionDenied } from './errors/domain-error.ts'
import { isAdmin } from './identity/membership.ts'
import type { Organization } from './identity/organization.ts'

/** A context inside one organization that the actor belongs to. */
export interface OrganizationContext extends Context {
  readonly organization: Organization
  readonly access: ProjectAccess
}

/** Refuses callers who do not run the organization, and keys that were meant for single projects of it (KEY-10). */
export function authorizeOrganizationAdmin(ctx: OrganizationContext): void {
  if (ctx.actor.type === 'user' && ctx.actor.key?.scopedProjectIds) {
    throw permissionDenied('API keys with scoped projects are only supported on project-based endpoints.')
  }
  authorizeAdmin(ctx)
}

/** Refuses callers who are no admin. */
export function authorizeAdmin(ctx: Pick<OrganizationContext, 'actor' | 'access'>): void {
  if (ctx.actor.type === 'system') return
  if (ctx.access.membership && isAdmin(ctx.access.membership)) return
  throw permissionDenied('You need to have admin level or higher.')
}
