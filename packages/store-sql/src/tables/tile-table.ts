import type { NewTile, Tile, TileContent, TileTable } from '@flagdeck/core/store'
import { type Insertable, type Selectable, sql } from 'kysely'
import { booleanFrom, documentFrom } from '../column-values.ts'
import type { TileColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { readByIds } from './large-rows.ts'
import { perhapsText } from './perhaps-text.ts'

export function tileTable(context: SqlContext): (session: SqlSession) => TileTable {
  const { find, findMany, ofDashboard, idsOfDashboard, showingInsights, showingTexts } = lookUps(context)
  const { insert, update, purge } = changes(context)
  return (session) => ({
    async find(projectId, tileId) {
      const row = await session.first(find, { projectId, tileId })
      return row && tileFrom(row)
    },
    async ofDashboard(projectId, dashboardId) {
      const { dialect } = context
      if (dialect.largeRowsAtOnce === undefined) return session.items(ofDashboard, { projectId, dashboardId }, tileFrom)
      const ids = (await session.all(idsOfDashboard, { projectId, dashboardId })).map(({ id }) => id)
      return readByIds(dialect, ids, (tileIds) => session.items(findMany, { projectId, tileIds }, tileFrom))
    },
    async showing(projectId, contents) {
      const { insightIds, textIds } = idsOf(contents)
      const ofInsights = (ids: readonly number[]) =>
        session.items(showingInsights, { projectId, insightIds: ids }, tileFrom)
      const ofTexts = (ids: readonly number[]) => session.items(showingTexts, { projectId, textIds: ids }, tileFrom)
      const shown = await Promise.all([
        insightIds.length > 0 ? readByIds(context.dialect, insightIds, ofInsights) : [],
        textIds.length > 0 ? readByIds(context.dialect, textIds, ofTexts) : [],
      ])
      return shown.flat().sort((a, b) => a.id - b.id)
    },
    insert: async (tile) => ({ ...tile, id: insertedId(await session.first(insert, rowOf(tile))) }),
    async update(tile) {
      await session.post(update, { ...rowOf(tile), id: tile.id })
    },
    async purge(projectId, tileId) {
      await session.post(purge, { projectId, tileId })
    },
  })
}

interface OneTile {
  readonly projectId: number
  readonly tileId: number
}

interface OneDashboard {
  readonly projectId: number
  readonly dashboardId: number
}

function lookUps({ db, dialect }: SqlContext) {
  const tilesOf = (p: { projectId: number }) => db.selectFrom('tiles').selectAll().where('project_id', '=', p.projectId)
  return {
    find: statement((p: OneTile) => tilesOf(p).where('id', '=', p.tileId)),
    // The unary plus prevents SQLite from using the index of the project, which would read all of its tiles.
    findMany: statement((p: { projectId: number; tileIds: readonly number[] }) =>
      db
        .selectFrom('tiles')
        .selectAll()
        .where(sql`+${sql.ref('project_id')}`, '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('id'), p.tileIds, 'bigint'))
        .orderBy('id'),
    ),
    ofDashboard: statement((p: OneDashboard) => tilesOf(p).where('dashboard_id', '=', p.dashboardId).orderBy('id')),
    idsOfDashboard: statement((p: OneDashboard) =>
      db
        .selectFrom('tiles')
        .select('id')
        .where('project_id', '=', p.projectId)
        .where('dashboard_id', '=', p.dashboardId)
        .orderBy('id'),
    ),
    showingInsights: statement((p: { projectId: number; insightIds: readonly number[] }) =>
      tilesOf(p).where(dialect.isOneOf(sql.ref('insight_id'), p.insightIds, 'bigint')),
    ),
    showingTexts: statement((p: { projectId: number; textIds: readonly number[] }) =>
      tilesOf(p).where(dialect.isOneOf(sql.ref('text_id'), p.textIds, 'bigint')),
    ),
  }
}

type Written = Insertable<TileColumns>

function changes({ db }: SqlContext) {
  return {
    insert: rowStatement((row: Written) => db.insertInto('tiles').values(row).returning('id')),
    update: rowStatement(({ id, project_id, ...row }: Written & { readonly id: number }) =>
      db.updateTable('tiles').set(row).where('project_id', '=', project_id).where('id', '=', id),
    ),
    purge: statement((p: OneTile) =>
      db.deleteFrom('tiles').where('project_id', '=', p.projectId).where('id', '=', p.tileId),
    ),
  }
}

function tileFrom(row: Selectable<TileColumns>): Tile {
  return {
    id: row.id,
    projectId: row.project_id,
    dashboardId: row.dashboard_id,
    content: contentFrom(row),
    layouts: documentFrom(row.layouts),
    color: perhapsText(row.color),
    filtersOverrides: documentFrom(row.filters_overrides),
    showDescription: booleanFrom(row.show_description),
    transparentBackground: booleanFrom(row.transparent_background),
    deleted: booleanFrom(row.deleted),
    deletionId: perhapsText(row.deletion_id),
  }
}

function contentFrom({ insight_id, text_id }: Selectable<TileColumns>): TileContent {
  if (insight_id !== null) return { kind: 'insight', insightId: insight_id }
  if (text_id !== null) return { kind: 'text', textId: text_id }
  throw new Error('A tile shows nothing, which its table does not allow.')
}

function rowOf(tile: NewTile): Written {
  const { content } = tile
  return {
    project_id: tile.projectId,
    dashboard_id: tile.dashboardId,
    insight_id: content.kind === 'insight' ? content.insightId : null,
    text_id: content.kind === 'text' ? content.textId : null,
    layouts: JSON.stringify(tile.layouts),
    color: tile.color,
    filters_overrides: JSON.stringify(tile.filtersOverrides),
    show_description: tile.showDescription,
    transparent_background: tile.transparentBackground,
    deleted: tile.deleted,
    deletion_id: tile.deletionId,
  }
}

function idsOf(contents: readonly TileContent[]) {
  return {
    insightIds: contents.flatMap((content) => (content.kind === 'insight' ? content.insightId : [])),
    textIds: contents.flatMap((content) => (content.kind === 'text' ? content.textId : [])),
  }
}
