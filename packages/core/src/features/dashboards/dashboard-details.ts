import type { Dashboard } from '../../data/records/dashboard.ts'
import type { TextCard } from '../../data/records/text-card.ts'
import type { Tile } from '../../data/records/tile.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type DashboardAccess, dashboardAccess } from './dashboard-access.ts'
import { type DashboardContents, loadContents } from './dashboard-contents.ts'
import { describeInsights, type InsightDetails, type TilePlace, tilePlaceOf } from './insights/insight-details.ts'

/** A dashboard in a list, without its contents. */
export interface DashboardSummary extends Dashboard, DashboardAccess {
  /** How a search matched the dashboard; null without a search. */
  readonly searchMatchType: 'exact' | null
}

/** A text, and the tiles that show it. */
export interface TextDetails extends TextCard {
  readonly dashboardTiles: readonly TilePlace[]
}

/** A tile with its content: exactly one of `insight` and `text` is set. */
export interface TileDetails extends Tile {
  /** The position of the tile in the order of tiles, from 0. */
  readonly order: number
  readonly insight: InsightDetails | null
  readonly text: TextDetails | null
}

/** A dashboard with its tiles in order, and the access of the caller. */
export interface DashboardDetails extends Dashboard, DashboardAccess {
  /** The stored filters, without the overrides of this request; null if empty. */
  readonly persistedFilters: JsonObject | null
  readonly persistedVariables: JsonObject | null
  readonly tiles: readonly TileDetails[]
}

/** Values that are merged into the stored ones for one response. */
export interface DashboardOverrides {
  readonly filtersOverride?: JsonObject | undefined
  readonly variablesOverride?: JsonObject | undefined
}

/**
 * Adds the contents of the dashboard and the access of the caller. The number of queries does not depend on the number
 * of tiles.
 */
export async function describeDashboard(
  tx: ReadTransaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  access: ProjectAccess,
  { filtersOverride, variablesOverride }: DashboardOverrides = {},
): Promise<DashboardDetails> {
  const [accessTo, contents] = await Promise.all([
    dashboardAccess(tx, ctx, access, [dashboard]),
    loadContents(tx, dashboard),
  ])
  return {
    ...dashboard,
    ...accessTo(dashboard),
    filters: { ...dashboard.filters, ...filtersOverride },
    variables: { ...dashboard.variables, ...variablesOverride },
    persistedFilters: nullIfEmpty(dashboard.filters),
    persistedVariables: nullIfEmpty(dashboard.variables),
    tiles: await describeTiles(tx, ctx, contents, access),
  }
}

/** Returns the live tiles in order, with their contents. */
export async function describeTiles(
  tx: ReadTransaction,
  ctx: ProjectContext,
  contents: DashboardContents,
  access: ProjectAccess,
): Promise<TileDetails[]> {
  const shown = contents.live.flatMap(({ content }) =>
    content.kind === 'insight' ? (contents.insights.get(content.insightId) ?? []) : [],
  )
  const [described, texts] = await Promise.all([
    describeInsights(tx, ctx, shown, access),
    describeTexts(tx, ctx.project.id, contents),
  ])
  const insights = new Map(described.map((each) => [each.id, each]))
  return contents.live.map((tile, order) => ({
    ...tile,
    order,
    insight: tile.content.kind === 'insight' ? (insights.get(tile.content.insightId) ?? null) : null,
    text: tile.content.kind === 'text' ? (texts.get(tile.content.textId) ?? null) : null,
  }))
}

async function describeTexts(
  tx: ReadTransaction,
  projectId: number,
  { live, texts }: DashboardContents,
): Promise<ReadonlyMap<number, TextDetails>> {
  const shown = live.flatMap(({ content }) => (content.kind === 'text' ? [content] : []))
  if (shown.length === 0) return new Map()
  const places = (await tx.tiles.showing(projectId, shown)).filter((tile) => !tile.deleted)
  return new Map(
    shown.flatMap(({ textId }) => {
      const text = texts.get(textId)
      return text ? [[textId, { ...text, dashboardTiles: placesOf(textId, places) }]] : []
    }),
  )
}

function placesOf(textId: number, tiles: readonly Tile[]): TilePlace[] {
  return tiles.filter(({ content }) => content.kind === 'text' && content.textId === textId).map(tilePlaceOf)
}

function nullIfEmpty(document: JsonObject): JsonObject | null {
  return Object.keys(document).length > 0 ? document : null
}
