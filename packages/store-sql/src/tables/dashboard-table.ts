import type { DashboardTable } from '@flagdeck/core'
import { type Insertable, sql } from 'kysely'
import type { DashboardColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { dashboardList } from './dashboard-list.ts'
import { dashboardFrom, dashboardRowOf, dashboardsWithCreator } from './dashboard-row.ts'
import { insertedId } from './inserted-id.ts'

export function dashboardTable(context: SqlContext): (session: SqlSession) => DashboardTable {
  const { find, findMany, lock } = lookUps(context)
  const { insert, update, touch } = changes(context)
  const list = dashboardList(context)
  return (session) => {
    const findOne: DashboardTable['find'] = async (projectId, dashboardId) => {
      const row = await session.first(find, { projectId, dashboardId })
      return row && dashboardFrom(row)
    }
    return {
      find: findOne,
      findMany: async (projectId, dashboardIds) =>
        (await session.all(findMany, { projectId, dashboardIds })).map(dashboardFrom),
      list: (projectId, query, page) => list(session, projectId, query, page),
      async lock(projectId, dashboardId) {
        // Read in a statement of its own: no row can be locked while users are joined to it that may be missing.
        const locked = await session.first(lock, { projectId, dashboardId })
        return locked && findOne(projectId, dashboardId)
      },
      async insert(dashboard, index) {
        const row = await session.first(insert, dashboardRowOf(dashboard, index))
        return { ...dashboard, id: insertedId(row) }
      },
      async update(dashboard, index) {
        await session.run(update, { ...dashboardRowOf(dashboard, index), id: dashboard.id })
      },
      async touch(projectId, dashboardId, accessedAt) {
        await session.run(touch, { projectId, dashboardId, accessedAt })
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
    insert: statement((p: Written) =>
      db
        .insertInto('dashboards')
        .values({
          project_id: p.project_id,
          created_by_id: p.created_by_id ?? null,
          created_at: p.created_at,
          last_accessed_at: p.last_accessed_at ?? null,
          ...changeable(p),
        })
        .returning('id'),
    ),
    update: statement((p: Written & { readonly id: number }) =>
      db.updateTable('dashboards').set(changeable(p)).where('project_id', '=', p.project_id).where('id', '=', p.id),
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

/** The columns that an update replaces. */
function changeable(p: Written): Omit<Written, 'project_id' | 'created_by_id' | 'created_at' | 'last_accessed_at'> {
  return {
    name: p.name ?? null,
    sort_name: p.sort_name,
    search_text: p.search_text,
    description: p.description,
    pinned: p.pinned,
    deleted: p.deleted,
    creation_mode: p.creation_mode,
    filters: p.filters,
    variables: p.variables,
    breakdown_colors: p.breakdown_colors,
    data_color_theme_id: p.data_color_theme_id ?? null,
    quick_filter_ids: p.quick_filter_ids,
    tags: p.tags,
    restriction_level: p.restriction_level,
    version: p.version,
  }
}
