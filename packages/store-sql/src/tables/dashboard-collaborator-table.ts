import type { DashboardCollaborator, DashboardCollaboratorTable } from '@flagdeck/core/store'
import { type Selectable, sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { DashboardCollaboratorColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

export function dashboardCollaboratorTable(context: SqlContext): (session: SqlSession) => DashboardCollaboratorTable {
  const { ofDashboard, dashboardsOfUser, insert, remove, removeOfUser } = statements(context)
  return (session) => ({
    ofDashboard: (projectId, dashboardId) => session.items(ofDashboard, { projectId, dashboardId }, collaboratorFrom),
    async dashboardsOfUser(projectId, userId, dashboardIds) {
      const rows = await session.all(dashboardsOfUser, { projectId, userId, dashboardIds })
      return rows.map((row) => row.dashboard_id)
    },
    async insert(collaborator) {
      await session.run(insert, rowOf(collaborator))
    },
    delete: async (projectId, dashboardId, userId) =>
      (await session.run(remove, { projectId, dashboardId, userId })) > 0,
    async deleteOfUser(organizationId, userId) {
      await session.run(removeOfUser, { organizationId, userId })
    },
  })
}

interface OfDashboard {
  readonly projectId: number
  readonly dashboardId: number
}

type CollaboratorRow = Selectable<Omit<DashboardCollaboratorColumns, 'user_id'>> & JoinedUser<'user'>

function statements({ db, dialect }: SqlContext) {
  return {
    ofDashboard: statement((p: OfDashboard) =>
      db
        .selectFrom('dashboard_collaborators as collaborator')
        .innerJoin('users as user', 'user.id', 'collaborator.user_id')
        .select([
          'collaborator.id',
          'collaborator.project_id',
          'collaborator.dashboard_id',
          'collaborator.level',
          'collaborator.added_at',
          'collaborator.updated_at',
          ...userColumns('user'),
        ])
        .where('collaborator.project_id', '=', p.projectId)
        .where('collaborator.dashboard_id', '=', p.dashboardId)
        .orderBy('collaborator.added_at')
        .orderBy('collaborator.id'),
    ),
    dashboardsOfUser: statement((p: { projectId: number; userId: number; dashboardIds: readonly number[] }) =>
      db
        .selectFrom('dashboard_collaborators')
        .select('dashboard_id')
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('dashboard_id'), p.dashboardIds, 'bigint'))
        .where('user_id', '=', p.userId),
    ),
    insert: rowStatement((row: DashboardCollaboratorColumns) => db.insertInto('dashboard_collaborators').values(row)),
    remove: statement((p: OfDashboard & { userId: number }) =>
      db
        .deleteFrom('dashboard_collaborators')
        .where('project_id', '=', p.projectId)
        .where('dashboard_id', '=', p.dashboardId)
        .where('user_id', '=', p.userId),
    ),
    removeOfUser: statement((p: { organizationId: string; userId: number }) =>
      db
        .deleteFrom('dashboard_collaborators')
        .where('user_id', '=', p.userId)
        .where('project_id', 'in', (projects) =>
          projects
            .selectFrom('projects')
            .select('projects.id')
            .where('projects.organization_id', '=', p.organizationId),
        ),
    ),
  }
}

const userFrom = joinedUser('user')

function collaboratorFrom(row: CollaboratorRow): DashboardCollaborator {
  return {
    id: row.id,
    projectId: row.project_id,
    dashboardId: row.dashboard_id,
    user: userFrom(row),
    // Only this level is written to this column.
    level: row.level as DashboardCollaborator['level'],
    addedAt: timestampFrom(row.added_at),
    updatedAt: timestampFrom(row.updated_at),
  }
}

function rowOf(collaborator: DashboardCollaborator): DashboardCollaboratorColumns {
  return {
    id: collaborator.id,
    project_id: collaborator.projectId,
    dashboard_id: collaborator.dashboardId,
    user_id: collaborator.user.id,
    level: collaborator.level,
    added_at: collaborator.addedAt,
    updated_at: collaborator.updatedAt,
  }
}
