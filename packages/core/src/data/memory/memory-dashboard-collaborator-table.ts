import { compareText } from '../../foundation/lists/compare-text.ts'
import type { DashboardCollaboratorTable } from '../tables/dashboard-collaborator-table.ts'
import { collaboratorKey, type DashboardCollaboratorRow } from './dashboard-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { dashboardRowOf } from './memory-dashboard-table.ts'
import { knownUserId, withUser } from './memory-user-table.ts'

export function memoryDashboardCollaboratorTable({ state }: MemoryContext): DashboardCollaboratorTable {
  const { dashboardCollaborators } = state
  const rowOf = (projectId: number, dashboardId: number, userId: number): DashboardCollaboratorRow | undefined => {
    const row = dashboardCollaborators.holderOf('dashboard_collaborators_pair', collaboratorKey(dashboardId, userId))
    return row?.projectId === projectId ? row : undefined
  }
  return {
    async ofDashboard(projectId, dashboardId) {
      const rows = dashboardCollaborators.of('dashboard', dashboardId).filter((row) => row.projectId === projectId)
      return rows.sort(inOrderOfAdding).map((row) => withUser(state, row))
    },
    async dashboardsOfUser(projectId, userId, dashboardIds) {
      const wanted = [...new Set(dashboardIds)].sort((a, b) => a - b)
      return wanted.filter((dashboardId) => rowOf(projectId, dashboardId, userId) !== undefined)
    },
    async insert({ user, ...collaborator }) {
      const { projectId, dashboardId } = collaborator
      referenced(dashboardRowOf(state, projectId, dashboardId), `dashboard ${dashboardId}`)
      dashboardCollaborators.insert({ ...collaborator, userId: knownUserId(state, user) })
    },
    async delete(projectId, dashboardId, userId) {
      const row = rowOf(projectId, dashboardId, userId)
      if (row) dashboardCollaborators.delete(row.id)
      return row !== undefined
    },
    async deleteOfUser(organizationId, userId) {
      for (const row of dashboardCollaborators.all()) {
        const isOwn = state.projects.get(row.projectId)?.organizationId === organizationId
        if (isOwn && row.userId === userId) dashboardCollaborators.delete(row.id)
      }
    },
  }
}

function inOrderOfAdding(a: DashboardCollaboratorRow, b: DashboardCollaboratorRow): number {
  return compareText(a.addedAt, b.addedAt) || compareText(a.id, b.id)
}
