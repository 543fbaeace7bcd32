import { type Actor, userOf } from '../../data/records/actor.ts'
import { type Dashboard, RESTRICTION_LEVELS, type RestrictionLevel } from '../../data/records/dashboard.ts'
import { isAdmin } from '../../data/records/membership.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import type { ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** Names of how much the caller may do with one dashboard, from least to most. */
export type DashboardUserAccessLevel = 'viewer' | 'editor' | 'manager'

/** What the caller may do with one dashboard (DASH-80 to DASH-83). */
export interface DashboardAccess {
  /** May change who else may edit: its creator, and admins. */
  readonly canRestrict: boolean
  readonly canEdit: boolean
  readonly effectiveRestrictionLevel: RestrictionLevel
  /** 37: the caller can edit. 21: the caller can only look. */
  readonly effectivePrivilegeLevel: RestrictionLevel
  readonly userAccessLevel: DashboardUserAccessLevel
}

type AccessSubject = Pick<Dashboard, 'id' | 'createdBy' | 'restrictionLevel'>

/** The one place that decides who may edit which of these dashboards. */
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

/** Whether somebody may do everything with the dashboard without being invited. */
function inheritsAccess({ membership }: ProjectAccess, actor: Actor, { createdBy }: AccessSubject): boolean {
  if (actor.type === 'system') return true
  if (membership === null) return false
  return isAdmin(membership) || (createdBy !== null && createdBy.id === membership.user.id)
}

/** Refuses a caller who may not edit the dashboard; answers what else the caller may do with it. */
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

/** Refuses a caller who may not say who else may edit. */
export function authorizeRestriction({ canRestrict }: DashboardAccess): void {
  if (canRestrict) return
  throw permissionDenied(
    'Only the dashboard owner and project admins have the restriction rights required to change the ' +
      "dashboard's restriction level.",
  )
}
