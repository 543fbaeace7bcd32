import type { Actor } from '../../data/records/actor.ts'
import { isAdmin } from '../../data/records/membership.ts'
import type { Organization } from '../../data/records/organization.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { type Caller, loadAccess } from './project-access.ts'

/** The caller of an operation in an organization. */
interface OrganizationCaller {
  readonly actor: Actor
  readonly organization: Organization
}

/**
 * Refuses callers who are not admins of the organization now, whatever they were when the request started (ROLE-12). It
 * also refuses keys that are limited to single projects (KEY-10).
 */
export async function authorizeOrganizationAdmin(tx: ReadTransaction, ctx: OrganizationCaller): Promise<void> {
  const { actor, organization } = ctx
  refuseProjectKey(actor)
  authorizeAdmin({ actor, access: await loadAccess(tx, organization, actor) })
}

/** Refuses keys that are limited to single projects. */
export function refuseProjectKey(actor: Actor): void {
  if (actor.type !== 'user' || !actor.key?.scopedProjectIds) return
  throw permissionDenied('API keys with scoped projects are only supported on project-based endpoints.')
}

/** Refuses callers who are not admins. */
export function authorizeAdmin({ actor, access }: Pick<Caller, 'actor' | 'access'>): void {
  if (actor.type === 'system') return
  if (access.membership && isAdmin(access.membership)) return
  throw permissionDenied('You need to have admin level or higher.')
}
