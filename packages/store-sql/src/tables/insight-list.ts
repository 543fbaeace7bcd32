import type { Page, PageRequest } from '@flagdeck/core'
import type { Insight, InsightQuery } from '@flagdeck/core/store'
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Schema } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { type InsightRow, insightFrom, insightsWithUsers } from './insight-row.ts'
import { NOT_DELETED } from './not-deleted.ts'
import { queryShapes } from './query-shape.ts'
import { type PageStatements, readPage } from './read-page.ts'

const { inShapeOf, madeOnceForEach } = queryShapes<InsightQuery>(['order'])

/** Returns a function that reads one page of the live insights that match a query. */
export function insightList(context: SqlContext) {
  const statementsFor = madeOnceForEach((query) => listStatements(context, query))
  return (session: SqlSession, projectId: number, query: InsightQuery, page: PageRequest): Promise<Page<Insight>> =>
    readPage(session, statementsFor(query), { ...query, projectId }, page, insightFrom)
}

type ListParameters = InsightQuery & { readonly projectId: number }

/** Returns the statements for all queries of the shape of `query`. */
function listStatements(context: SqlContext, query: InsightQuery): PageStatements<ListParameters, InsightRow> {
  const { db, dialect } = context
  const matching = (p: ListParameters) =>
    db.selectFrom('insights as insight').where(insightConditions(dialect, p.projectId, inShapeOf(query, p)))
  return {
    count: statement((p: ListParameters) => matching(p).select(db.fn.countAll<number>().as('count'))),
    // Finds the page first and then reads its insights, so that skipped rows are not read.
    rows: statement((p: ListParameters & PageRequest) => {
      const ids = orderInsights(matching(p).select('insight.id'), query).limit(p.limit).offset(p.offset)
      return orderInsights(insightsWithUsers(context).innerJoin(ids.as('page'), 'page.id', 'insight.id'), query)
    }),
  }
}

type WithInsight = Schema & { insight: Schema['insights'] }

function orderInsights<Output>(
  insights: SelectQueryBuilder<WithInsight, 'insight', Output>,
  { order }: InsightQuery,
): SelectQueryBuilder<WithInsight, 'insight', Output> {
  const column = order === 'modified' ? 'insight.last_modified_at' : 'insight.created_at'
  return insights.orderBy(column, 'desc').orderBy('insight.id', 'desc')
}

/** Returns the conditions of a query for live insights (as `insight`) of the project. */
function insightConditions(dialect: SqlDialect, projectId: number, query: InsightQuery) {
  return (eb: ExpressionBuilder<WithInsight, 'insight'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [
      eb('insight.project_id', '=', projectId),
      eb('insight.deleted', '=', NOT_DELETED),
    ]
    if (query.shortId !== undefined) conditions.push(eb('insight.short_id', '=', query.shortId))
    if (query.saved !== undefined) conditions.push(eb('insight.saved', '=', query.saved))
    if (query.favorited !== undefined) conditions.push(eb('insight.favorited', '=', query.favorited))
    if (query.search !== undefined) conditions.push(dialect.contains(eb.ref('insight.search_text'), query.search))
    if (query.tags) conditions.push(dialect.sharesElement(eb.ref('insight.tags'), query.tags))
    if (query.createdByIds) {
      conditions.push(dialect.isOneOf(eb.ref('insight.created_by_id'), query.createdByIds, 'bigint'))
    }
    if (query.createdAfter !== undefined) conditions.push(eb('insight.created_at', '>', query.createdAfter))
    if (query.createdBefore !== undefined) conditions.push(eb('insight.created_at', '<', query.createdBefore))
    if (query.modifiedAfter !== undefined) conditions.push(eb('insight.last_modified_at', '>', query.modifiedAfter))
    if (query.modifiedBefore !== undefined) conditions.push(eb('insight.last_modified_at', '<', query.modifiedBefore))
    return eb.and(conditions)
  }
}
