import { type Actor, userOf } from '../../data/records/actor.ts'
import { type Dashboard, RESTRICTION_LEVELS, type RestrictionLevel } from '../../data/records/dashboard.ts'
import { isAdmin } from '../../data/records/membership.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import type { ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** The access levels of the caller to one dashboard, from lowest to highest. */
export type DashboardUserAccessLevel = 'viewer' | 'editor' | 'manager'

/** The access of the caller to one dashboard (DASH-80 to DASH-83). */
export interface DashboardAccess {
  /** Whether the caller may change the restriction and the collaborators: the creator and admins may. */
  readonly canRestrict: boolean
  readonly canEdit: boolean
  readonly effectiveRestrictionLevel: RestrictionLevel
  /** 37 if the caller can edit; 21 if the caller can only view. */
  readonly effectivePrivilegeLevel: RestrictionLevel
  readonly userAccessLevel: DashboardUserAccessLevel
}

type AccessSubject = Pick<Dashboard, 'id' | 'createdBy' | 'restrictionLevel'>

/** Returns a function that computes the access of the caller to each dashboard. All operations use it. */
export async function dashboardAccess(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'actor' | 'project'>,
  access: ProjectAccess,
  dashboards: readonly AccessSubject[],
): Promise<(dashboard: AccessSubject) => DashboardAccess> {
  const canRestrict = (dashboard: AccessSubject) => inheritsAccess(access, ctx.actor, dashboard)
  const invited = await invitations(
    tx,
    ctx,
    dashboards.filter((dashboard) => isRestricted(dashboard) && !canRestrict(dashboard)),
  )
  return (dashboard) => accessOf(dashboard, canRestrict(dashboard), invited.has(dashboard.id))
}

function accessOf(dashboard: AccessSubject, canRestrict: boolean, isInvited: boolean): DashboardAccess {
  const canEdit = !isRestricted(dashboard) || canRestrict || isInvited
  return {
    canRestrict,
    canEdit,
    effectiveRestrictionLevel: dashboard.restrictionLevel,
    effectivePrivilegeLevel: canEdit ? RESTRICTION_LEVELS.onlyCollaboratorsCanEdit : RESTRICTION_LEVELS.everyoneCanEdit,
    userAccessLevel: canRestrict ? 'manager' : canEdit ? 'editor' : 'viewer',
  }
}

async function invitations(
  tx: ReadTransaction,
  { actor, project }: Pick<ProjectContext, 'actor' | 'project'>,
  dashboards: readonly AccessSubject[],
): Promise<ReadonlySet<number>> {
  const user = userOf(actor)
  if (!user || dashboards.length === 0) return new Set()
  const ids = dashboards.map(({ id }) => id)
  return new Set(await tx.dashboardCollaborators.dashboardsOfUser(project.id, user.id, ids))
}

export function isRestricted({ restrictionLevel }: Pick<Dashboard, 'restrictionLevel'>): boolean {
  return restrictionLevel === RESTRICTION_LEVELS.onlyCollaboratorsCanEdit
}

/** Whether the caller has full access to the dashboard without an invitation. */
function inheritsAccess({ membership }: ProjectAccess, actor: Actor, { createdBy }: AccessSubject): boolean {
  if (actor.type === 'system') return true
  if (membership === null) return false
  return isAdmin(membership) || (createdBy !== null && createdBy.id === membership.user.id)
}

/** Refuses callers without edit access to the dashboard. Returns the access of the caller. */
export async function authorizeDashboardEdit(
  tx: ReadTransaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboard: AccessSubject,
): Promise<DashboardAccess> {
  const allowed = (await dashboardAccess(tx, ctx, access, [dashboard]))(dashboard)
  if (!allowed.canEdit) throw permissionDenied("You don't have edit permissions for this dashboard.")
  return allowed
}

/** Refuses callers who may not change the restriction or the collaborators. */
export function authorizeRestriction({ canRestrict }: DashboardAccess): void {
  if (canRestrict) return
  throw permissionDenied(
    'Only the dashboard owner and project admins have the restriction rights required to change the ' +
      "dashboard's restriction level.",
  )
}
