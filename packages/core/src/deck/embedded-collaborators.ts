import type { DashboardCollaborator } from '../data/records/dashboard-collaborator.ts'
import {
  type AddCollaboratorInput,
  addCollaborator,
  listCollaborators,
  removeCollaborator,
} from '../features/dashboards/change-collaborators.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** The users that are invited to edit a restricted dashboard. */
export interface EmbeddedCollaborators {
  /** Lists the collaborators of a dashboard. */
  list(dashboardId: number): Promise<readonly DashboardCollaborator[]>
  /** Adds a user to the collaborators of a dashboard. */
  add(dashboardId: number, input: AddCollaboratorInput): Promise<DashboardCollaborator>
  /** Removes a user from the collaborators of a dashboard. */
  remove(dashboardId: number, userUuid: string): Promise<void>
}

/** Binds the collaborator operations to a project. */
export function embeddedCollaborators(ctx: ProjectContext): EmbeddedCollaborators {
  return {
    list: (dashboardId) => listCollaborators(ctx, dashboardId),
    add: (dashboardId, input) => addCollaborator(ctx, dashboardId, input),
    remove: (dashboardId, userUuid) => removeCollaborator(ctx, dashboardId, userUuid),
  }
}
