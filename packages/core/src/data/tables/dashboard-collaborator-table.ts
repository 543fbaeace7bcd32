import type { DashboardCollaborator } from '../records/dashboard-collaborator.ts'

/** Queries on the collaborators of dashboards. */
export interface DashboardCollaboratorReader {
  /** Returns the collaborators by the time they were added, then by id. */
  ofDashboard(projectId: number, dashboardId: number): Promise<readonly DashboardCollaborator[]>
  /** Returns the ids of those of the dashboards that have the user as a collaborator. */
  dashboardsOfUser(projectId: number, userId: number, dashboardIds: readonly number[]): Promise<readonly number[]>
}

/** Queries on and changes of the collaborators of dashboards. */
export interface DashboardCollaboratorTable extends DashboardCollaboratorReader {
  /** Adds a collaborator. A user and a dashboard are a unique pair (`dashboard_collaborators_pair`). */
  insert(collaborator: DashboardCollaborator): Promise<void>
  /** Returns whether the collaborator existed. */
  delete(projectId: number, dashboardId: number, userId: number): Promise<boolean>
  /** Removes the user from all dashboards of the organization's projects. */
  deleteOfUser(organizationId: string, userId: number): Promise<void>
}
