import type { Actor } from '../../data/records/actor.ts'
import type { RoleDetails } from '../../data/records/role.ts'

/**
 * Returns a role as the caller can see it: without flags of projects that the caller's key is not bound to (PROJ-4).
 */
export function roleShownTo(actor: Actor, role: RoleDetails): RoleDetails {
  const bound = actor.type === 'user' ? actor.key?.scopedProjectIds : null
  if (!bound) return role
  return { ...role, associatedFlags: role.associatedFlags.filter(({ projectId }) => bound.includes(projectId)) }
}
