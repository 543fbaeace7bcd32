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

/** A dashboard in a list: all but what is on it. */
export interface DashboardSummary extends Dashboard, DashboardAccess {
  /** How a search found it; null when nothing was searched for. */
  readonly searchMatchType: 'exact' | null
}

/** A text with where it is shown. */
export interface TextDetails extends TextCard {
  readonly dashboardTiles: readonly TilePlace[]
}

/** A tile with what it shows: exactly one of `insight` and `text` is there. */
export interface TileDetails extends Tile {
  /** Its place among the tiles, from 0. */
  readonly order: number
  readonly insight: InsightDetails | null
  readonly text: TextDetails | null
}

/** A dashboard with its tiles in order, and what the caller may do with it. */
export interface DashboardDetails extends Dashboard, DashboardAccess {
  /** As stored, without what was laid over them for this answer; null when empty. */
  readonly persistedFilters: JsonObject | null
  readonly persistedVariables: JsonObject | null
  readonly tiles: readonly TileDetails[]
}

/** What to lay over what is stored, for one answer. */
export interface DashboardOverrides {
  readonly filtersOverride?: JsonObject | undefined
  readonly variablesOverride?: JsonObject | undefined
}

/** Adds what is on the dashboard and what follows from who asks. The number of queries does not grow with the tiles. */
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

/** The live tiles in order, with what they show. */
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
