import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import { statement } from '../statement.ts'
import { bytesIn } from './bytes-in.ts'
import { NOT_DELETED } from './not-deleted.ts'

const DASHBOARD_COLUMNS = [
  'name',
  'description',
  'filters',
  'variables',
  'breakdown_colors',
  'quick_filter_ids',
  'tags',
] as const
const INSIGHT_COLUMNS = ['name', 'derived_name', 'description', 'query', 'tags'] as const

/** Returns the statement for the sizes of live dashboards, which reads lengths but no texts. */
export function dashboardSizes({ db }: SqlContext) {
  return statement((p: { projectId: number; afterId: number; limit: number }) => {
    const page = db
      .selectFrom('dashboards')
      .select(['id', 'project_id', bytesIn(...DASHBOARD_COLUMNS).as('bytes')])
      .where('project_id', '=', p.projectId)
      .where('deleted', '=', NOT_DELETED)
      .where('id', '>', p.afterId)
      .orderBy('id')
      .limit(p.limit)
    const ofTile = sql<number>`(
      ${bytesIn('tile.layouts', 'tile.filters_overrides', 'tile.color', 'text_card.body')}
      + ${bytesIn(...INSIGHT_COLUMNS.map((column) => `insight.${column}`))}
    )`
    return db
      .selectFrom(page.as('page'))
      .leftJoin('tiles as tile', (join) =>
        join.onRef('tile.project_id', '=', 'page.project_id').onRef('tile.dashboard_id', '=', 'page.id'),
      )
      .leftJoin('text_cards as text_card', 'text_card.id', 'tile.text_id')
      .leftJoin('insights as insight', 'insight.id', 'tile.insight_id')
      .select([
        'page.id as id',
        sql<number>`1 + 2 * count(tile.id)`.as('rows'),
        sql<number>`page.bytes + coalesce(sum(${ofTile}), 0)`.as('bytes'),
      ])
      .groupBy(['page.id', 'page.bytes'])
      .orderBy('page.id')
  })
}
