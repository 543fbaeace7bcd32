import type { DashboardCollaborator } from '../records/dashboard-collaborator.ts'

/** What is asked about the collaborators of dashboards. */
export interface DashboardCollaboratorReader {
  /** By the time they were added, then id. */
  ofDashboard(projectId: number, dashboardId: number): Promise<readonly DashboardCollaborator[]>
  /** Ids of those of the dashboards that the user was made a collaborator of. */
  dashboardsOfUser(projectId: number, userId: number, dashboardIds: readonly number[]): Promise<readonly number[]>
}

/** What is asked about the collaborators of dashboards, and how it is changed. */
export interface DashboardCollaboratorTable extends DashboardCollaboratorReader {
  /** A user is a collaborator of a dashboard once (`dashboard_collaborators_pair`). */
  insert(collaborator: DashboardCollaborator): Promise<void>
  /** Whether there was such a collaborator. */
  delete(projectId: number, dashboardId: number, userId: number): Promise<boolean>
  /** Takes every dashboard of the organization's projects from a user. */
  deleteOfUser(organizationId: string, userId: number): Promise<void>
}
