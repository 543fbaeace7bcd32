import { type Actor, userOf } from '../../data/records/actor.ts'
import { FLAG_ACCESS_LEVELS } from '../../data/records/flag-access-level.ts'
import { isAdmin, type Membership } from '../../data/records/membership.ts'
import type { Organization } from '../../data/records/organization.ts'
import type { Project } from '../../data/records/project.ts'
import type { Role } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { noProjectAccess } from './unknown-place.ts'

/** Determines the caller's permissions in an organization: its setting, the caller's level and the caller's roles. */
export interface ProjectAccess {
  readonly organization: Organization
  /** null: the caller is not a member (the system, or an SDK). */
  readonly membership: Membership | null
  readonly roles: readonly Role[]
}

/** The caller of an operation in a project, with the access from the start of the request. */
export interface Caller {
  readonly actor: Actor
  readonly project: Pick<Project, 'id' | 'organizationId'>
  readonly access: ProjectAccess
}

/** Returns an actor's access in an organization. */
export async function loadAccess(
  tx: ReadTransaction,
  organization: Organization,
  actor: Actor,
): Promise<ProjectAccess> {
  return { organization, ...(await loadStanding(tx, organization.id, actor)) }
}

/** Returns an actor's membership and roles in an organization, whatever its settings. */
export async function loadStanding(
  tx: ReadTransaction,
  organizationId: string,
  actor: Actor,
): Promise<Pick<ProjectAccess, 'membership' | 'roles'>> {
  const user = userOf(actor)
  if (!user) return { membership: null, roles: [] }
  const [membership = null, roles] = await Promise.all([
    tx.memberships.find(organizationId, user.id),
    tx.roles.ofUser(organizationId, user.id),
  ])
  return { membership, roles: membership ? roles : [] }
}

/**
 * Returns the caller's current access, not that from the start of the request: a caller who lost the organization or a
 * role in between must not write any more (ROLE-12). Refuses callers who are not members.
 */
export async function authorizeMember(tx: ReadTransaction, ctx: Caller): Promise<ProjectAccess> {
  const { organizationId } = ctx.project
  const [organization = ctx.access.organization, standing] = await Promise.all([
    tx.organizations.find(organizationId),
    loadStanding(tx, organizationId, ctx.actor),
  ])
  if (ctx.actor.type === 'system' || standing.membership) return { organization, ...standing }
  throw noProjectAccess()
}

/** An actor's general access to flags, before any specific flag is checked (ROLE-7). */
export type FlagReach = 'all' | 'granted' | 'none'

/**
 * Returns the actor's general access. `all`: can edit every flag. `granted`: only flags that one of the caller's roles
 * was granted. `none`: only those that the caller created.
 */
export function flagReach({ organization, membership, roles }: ProjectAccess, actor: Actor): FlagReach {
  if (actor.type === 'system') return 'all'
  if (!membership) return 'none'
  const standard = organization.defaultFlagAccessLevel ?? FLAG_ACCESS_LEVELS.edit
  if (isAdmin(membership) || standard === FLAG_ACCESS_LEVELS.edit) return 'all'
  const highest = roles.length === 0 ? standard : Math.max(...roles.map((role) => role.flagAccessLevel))
  return highest >= FLAG_ACCESS_LEVELS.edit ? 'all' : 'granted'
}
