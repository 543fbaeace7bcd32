import type { DashboardTable } from '@flagdeck/core/store'
import { type Insertable, sql } from 'kysely'
import type { DashboardColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { dashboardList } from './dashboard-list.ts'
import { dashboardFrom, dashboardRowOf, dashboardsWithCreator } from './dashboard-row.ts'
import { dashboardSizes } from './dashboard-sizes.ts'
import { insertedId } from './inserted-id.ts'
import { NOT_DELETED } from './not-deleted.ts'
import { withoutColumns } from './without-columns.ts'

export function dashboardTable(context: SqlContext): (session: SqlSession) => DashboardTable {
  const { find, findMany, lock, countLive, sizesAfter } = lookUps(context)
  const { insert, update, touch } = changes(context)
  const list = dashboardList(context)
  return (session) => {
    const findOne: DashboardTable['find'] = async (projectId, dashboardId) => {
      const row = await session.first(find, { projectId, dashboardId })
      return row && dashboardFrom(row)
    }
    return {
      find: findOne,
      findMany: (projectId, dashboardIds) => session.items(findMany, { projectId, dashboardIds }, dashboardFrom),
      list: (projectId, query, page) => list(session, projectId, query, page),
      countLive: async (projectId) => (await session.first(countLive, { projectId }))?.count ?? 0,
      sizesAfter: (projectId, afterId, limit) => session.all(sizesAfter, { projectId, afterId, limit }),
      async lock(projectId, dashboardId) {
        // Read by a separate statement: rows cannot be locked if users are joined that may be missing.
        const [locked, dashboard] = await Promise.all([
          session.first(lock, { projectId, dashboardId }),
          findOne(projectId, dashboardId),
        ])
        return locked && dashboard
      },
      async insert(dashboard, index) {
        const row = await session.first(insert, dashboardRowOf(dashboard, index))
        return { ...dashboard, id: insertedId(row) }
      },
      async update(dashboard, index) {
        await session.post(update, { ...dashboardRowOf(dashboard, index), id: dashboard.id })
      },
      async touch(projectId, dashboardId, accessedAt) {
        await session.post(touch, { projectId, dashboardId, accessedAt })
      },
    }
  }
}

interface OneDashboard {
  readonly projectId: number
  readonly dashboardId: number
}

function lookUps(context: SqlContext) {
  const { db, dialect } = context
  const dashboardsOf = (p: { projectId: number }) =>
    dashboardsWithCreator(context).where('dashboard.project_id', '=', p.projectId)
  return {
    find: statement((p: OneDashboard) => dashboardsOf(p).where('dashboard.id', '=', p.dashboardId)),
    findMany: statement((p: { projectId: number; dashboardIds: readonly number[] }) =>
      dashboardsOf(p)
        .where(dialect.isOneOf(sql.ref('dashboard.id'), p.dashboardIds, 'bigint'))
        .orderBy('dashboard.id'),
    ),
    countLive: statement((p: { projectId: number }) =>
      db
        .selectFrom('dashboards')
        .select(db.fn.countAll<number>().as('count'))
        .where('project_id', '=', p.projectId)
        .where('deleted', '=', NOT_DELETED),
    ),
    sizesAfter: dashboardSizes(context),
    lock: statement((p: OneDashboard) =>
      db
        .selectFrom('dashboards')
        .select('id')
        .where('project_id', '=', p.projectId)
        .where('id', '=', p.dashboardId)
        .modifyEnd(sql.raw(dialect.rowLock)),
    ),
  }
}

type Written = Insertable<DashboardColumns>

function changes({ db }: SqlContext) {
  return {
    insert: rowStatement((row: Written) => db.insertInto('dashboards').values(row).returning('id')),
    update: rowStatement((row: Written & { readonly id: number }) =>
      db
        .updateTable('dashboards')
        .set(withoutColumns(row, 'id', 'project_id', 'created_by_id', 'created_at', 'last_accessed_at'))
        .where('project_id', '=', row.project_id)
        .where('id', '=', row.id),
    ),
    touch: statement((p: OneDashboard & { accessedAt: string }) =>
      db
        .updateTable('dashboards')
        .set({ last_accessed_at: p.accessedAt })
        .where('project_id', '=', p.projectId)
        .where('id', '=', p.dashboardId),
    ),
  }
}
