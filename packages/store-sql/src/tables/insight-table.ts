import type { InsightTable } from '@flagdeck/core/store'
import { type Insertable, sql } from 'kysely'
import type { InsightColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { insightList } from './insight-list.ts'
import { insightFrom, insightRowOf, insightsWithUsers } from './insight-row.ts'
import { readByIds } from './large-rows.ts'
import { withoutColumns } from './without-columns.ts'

export function insightTable(context: SqlContext): (session: SqlSession) => InsightTable {
  const { findMany, findByShortId } = lookUps(context)
  const { insert, update } = changes(context)
  const list = insightList(context)
  return (session) => ({
    findMany: (projectId, insightIds) =>
      readByIds(context.dialect, insightIds, (ids) =>
        session.items(findMany, { projectId, insightIds: ids }, insightFrom),
      ),
    async findByShortId(projectId, shortId) {
      const row = await session.first(findByShortId, { projectId, shortId })
      return row && insightFrom(row)
    },
    list: (projectId, query, page) => list(session, projectId, query, page),
    async insert(insight, searchText) {
      const row = await session.first(insert, insightRowOf(insight, searchText))
      return { ...insight, id: insertedId(row) }
    },
    async update(insight, searchText) {
      await session.post(update, { ...insightRowOf(insight, searchText), id: insight.id })
    },
  })
}

interface OfProject {
  readonly projectId: number
}

function lookUps(context: SqlContext) {
  const insightsOf = (p: OfProject) => insightsWithUsers(context).where('insight.project_id', '=', p.projectId)
  return {
    findMany: statement((p: OfProject & { insightIds: readonly number[] }) =>
      insightsOf(p)
        .where(context.dialect.isOneOf(sql.ref('insight.id'), p.insightIds, 'bigint'))
        .orderBy('insight.id'),
    ),
    findByShortId: statement((p: OfProject & { shortId: string }) =>
      insightsOf(p).where('insight.short_id', '=', p.shortId),
    ),
  }
}

type Written = Insertable<InsightColumns>

function changes({ db }: SqlContext) {
  return {
    insert: rowStatement((row: Written) => db.insertInto('insights').values(row).returning('id')),
    update: rowStatement((row: Written & { readonly id: number }) =>
      db
        .updateTable('insights')
        .set(withoutColumns(row, 'id', 'project_id', 'short_id', 'created_by_id', 'created_at'))
        .where('project_id', '=', row.project_id)
        .where('id', '=', row.id),
    ),
  }
}
