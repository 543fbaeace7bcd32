import type { DashboardCollaborator } from '../data/records/dashboard-collaborator.ts'
import {
  type AddCollaboratorInput,
  addCollaborator,
  listCollaborators,
  removeCollaborator,
} from '../features/dashboards/change-collaborators.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** List the collaborators of a restricted dashboard. */
export interface EmbeddedCollaborators {
  list(dashboardId: number): Promise<readonly DashboardCollaborator[]>
  add(dashboardId: number, input: AddCollaboratorInput): Promise<DashboardCollaborator>
  remove(dashboardId: number, userUuid: string): Promise<void>
}

/** Binds the operations on collaborators to a project. */
export function embeddedCollaborators(ctx: ProjectContext): EmbeddedCollaborators {
  return {
    list: (dashboardId) => listCollaborators(ctx, dashboardId),
    add: (dashboardId, input) => addCollaborator(ctx, dashboardId, input),
    remove: (dashboardId, userUuid) => removeCollaborator(ctx, dashboardId, userUuid),
  }
}
