import * as z from 'zod'
import type { FieldChange } from '../../data/records/activity.ts'
import { type Dashboard, RESTRICTION_LEVELS } from '../../data/records/dashboard.ts'
import type { DashboardCollaborator } from '../../data/records/dashboard-collaborator.ts'
import { isAdmin } from '../../data/records/membership.ts'
import type { User } from '../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { uuidField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeDashboardEdit, isRestricted } from './dashboard-access.ts'
import { restrictionField } from './restriction-field.ts'
import { saveDashboard } from './save-dashboard.ts'

/** What a client may send to invite a user to edit a restricted dashboard. */
export const addCollaboratorSchema = z.object({ userUuid: uuidField(), level: restrictionField() })

/** The user to invite, and the level. */
export type AddCollaboratorInput = Readonly<z.input<typeof addCollaboratorSchema>>

/** Lists the collaborators of a restricted dashboard in the order of the invitations. */
export async function listCollaborators(
  ctx: ProjectContext,
  dashboardId: number,
): Promise<readonly DashboardCollaborator[]> {
  authorize(ctx.actor, 'dashboard:read')
  return ctx.store.read(async (tx) => {
    const isId = Number.isSafeInteger(dashboardId)
    const dashboard = requireLive(
      ctx,
      dashboardId,
      isId ? await tx.dashboards.find(ctx.project.id, dashboardId) : undefined,
    )
    return tx.dashboardCollaborators.ofDashboard(ctx.project.id, dashboard.id)
  })
}

/** Lets a member edit a restricted dashboard (DASH-84). */
export async function addCollaborator(
  ctx: ProjectContext,
  dashboardId: number,
  input: AddCollaboratorInput,
): Promise<DashboardCollaborator> {
  authorize(ctx.actor, 'dashboard:write')
  const { userUuid, level } = parseInput(addCollaboratorSchema, input)
  return writeStore(ctx, async (tx) => {
    const dashboard = await holdRestricted(tx, ctx, dashboardId, 'Cannot add collaborators to')
    if (level !== RESTRICTION_LEVELS.onlyCollaboratorsCanEdit) {
      throw refusal('Only edit access can be explicitly specified currently.')
    }
    const user = await requireInvitable(tx, ctx, dashboard, userUuid.toLowerCase())
    const now = timestampOf(ctx.clock())
    const collaborator: DashboardCollaborator = {
      id: ctx.ids.uuid(),
      projectId: ctx.project.id,
      dashboardId: dashboard.id,
      user,
      level,
      addedAt: now,
      updatedAt: now,
    }
    await tx.dashboardCollaborators.insert(collaborator)
    await saveDashboard(tx, ctx, dashboard, dashboard, [collaboratorChange(null, user)])
    return collaborator
  })
}

/** Removes a collaborator. */
export async function removeCollaborator(ctx: ProjectContext, dashboardId: number, userUuid: string): Promise<void> {
  authorize(ctx.actor, 'dashboard:write')
  await writeStore(ctx, async (tx) => {
    const dashboard = await holdRestricted(tx, ctx, dashboardId, 'Cannot remove collaborators from')
    const invited = await tx.dashboardCollaborators.ofDashboard(ctx.project.id, dashboard.id)
    const user = invited.find((each) => each.user.uuid === userUuid.toLowerCase())?.user
    if (!user || !(await tx.dashboardCollaborators.delete(ctx.project.id, dashboard.id, user.id)))
      throw recordNotFound('Collaborator', userUuid, { dashboardId })
    await saveDashboard(tx, ctx, dashboard, dashboard, [collaboratorChange(user, null)])
  })
}

async function holdRestricted(
  tx: Transaction,
  ctx: ProjectContext,
  dashboardId: number,
  attempt: string,
): Promise<Dashboard> {
  const access = await authorizeMember(tx, ctx)
  const isId = Number.isSafeInteger(dashboardId)
  const dashboard = requireLive(
    ctx,
    dashboardId,
    isId ? await tx.dashboards.lock(ctx.project.id, dashboardId) : undefined,
  )
  await authorizeDashboardEdit(tx, ctx, access, dashboard)
  if (isRestricted(dashboard)) return dashboard
  throw refusal(`${attempt} a dashboard on the lowest restriction level.`)
}

/** Returns the member to invite. Throws an error if the user is no member, or may edit the dashboard already. */
async function requireInvitable(
  tx: ReadTransaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  userUuid: string,
): Promise<User> {
  const user = await tx.users.findByUuid(userUuid)
  if (!user) throw refusal('User does not exist.')
  const membership = await tx.memberships.find(ctx.project.organizationId, user.id)
  if (!membership) throw refusal('Cannot add collaborators that have no access to the project.')
  if (isAdmin(membership) || dashboard.createdBy?.id === user.id) {
    throw refusal(
      'Cannot add collaborators that already have inherent access (the dashboard owner or a project admins).',
    )
  }
  return user
}

function collaboratorChange(before: User | null, after: User | null): FieldChange {
  const action = before === null ? 'created' : 'deleted'
  return { type: 'Dashboard', action, field: 'collaborators', before: before?.uuid ?? null, after: after?.uuid ?? null }
}

function requireLive(ctx: ProjectContext, dashboardId: number, dashboard: Dashboard | undefined): Dashboard {
  if (dashboard && !dashboard.deleted) return dashboard
  throw recordNotFound('Dashboard', dashboardId, ctx, 'Dashboard not found.')
}
