import type { Page, PageRequest } from '@flagdeck/core'
import type { Dashboard, DashboardQuery } from '@flagdeck/core/store'
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { type DashboardRow, dashboardFrom, dashboardsWithCreator } from './dashboard-row.ts'
import { DELETED, NOT_DELETED } from './not-deleted.ts'
import { queryShapes } from './query-shape.ts'
import { type PageStatements, readPage } from './read-page.ts'

const { inShapeOf, madeOnceForEach } = queryShapes<DashboardQuery>(['excludeGenerated', 'deleted'])

/** Returns a function that reads one page of the dashboards that match a query. */
export function dashboardList(context: SqlContext) {
  const statementsFor = madeOnceForEach((query) => listStatements(context, query))
  return (session: SqlSession, projectId: number, query: DashboardQuery, page: PageRequest): Promise<Page<Dashboard>> =>
    readPage(session, statementsFor(query), { ...query, projectId }, page, dashboardFrom)
}

type ListParameters = DashboardQuery & { readonly projectId: number }

/** Returns the statements for all queries of the shape of `query`. */
function listStatements(context: SqlContext, query: DashboardQuery): PageStatements<ListParameters, DashboardRow> {
  const { db, dialect } = context
  const matching = (p: ListParameters) =>
    db.selectFrom('dashboards as dashboard').where(dashboardConditions(dialect, p.projectId, inShapeOf(query, p)))
  return {
    count: statement((p: ListParameters) => matching(p).select(db.fn.countAll<number>().as('count'))),
    // Finds the page first and then reads its dashboards, so that skipped rows are not read.
    rows: statement((p: ListParameters & PageRequest) => {
      const ids = inOrder(matching(p).select('dashboard.id')).limit(p.limit).offset(p.offset)
      return inOrder(dashboardsWithCreator(context).innerJoin(ids.as('page'), 'page.id', 'dashboard.id'))
    }),
  }
}

type WithDashboard = Schema & { dashboard: Schema['dashboards'] }
type Condition = Expression<SqlBool>

function inOrder<Output>(
  dashboards: SelectQueryBuilder<WithDashboard, 'dashboard', Output>,
): SelectQueryBuilder<WithDashboard, 'dashboard', Output> {
  return dashboards.orderBy('dashboard.pinned', 'desc').orderBy('dashboard.sort_name').orderBy('dashboard.id')
}

/** Returns the conditions of a query for dashboards (as `dashboard`) of the project. */
function dashboardConditions(dialect: SqlDialect, projectId: number, query: DashboardQuery) {
  return (eb: ExpressionBuilder<WithDashboard, 'dashboard'>): Condition => {
    const conditions: Condition[] = [
      eb('dashboard.project_id', '=', projectId),
      eb('dashboard.deleted', '=', query.deleted ? DELETED : NOT_DELETED),
      query.creationMode === undefined
        ? eb('dashboard.creation_mode', '<>', 'unlisted')
        : eb('dashboard.creation_mode', '=', query.creationMode),
    ]
    if (query.pinned !== undefined) conditions.push(eb('dashboard.pinned', '=', query.pinned))
    if (query.search !== undefined) conditions.push(dialect.contains(eb.ref('dashboard.search_text'), query.search))
    if (query.tags) conditions.push(dialect.sharesElement(eb.ref('dashboard.tags'), query.tags))
    if (query.excludeGenerated) conditions.push(isNotGenerated(eb))
    return eb.and(conditions)
  }
}

const GENERATED = 'Generated Dashboard'

function isNotGenerated(eb: ExpressionBuilder<WithDashboard, 'dashboard'>): Condition {
  const start = sql<string>`substr(${eb.ref('dashboard.name')}, 1, ${sql.lit(GENERATED.length)})`
  return eb.or([eb('dashboard.name', 'is', null), eb(start, '<>', GENERATED)])
}
