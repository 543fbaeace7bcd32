import type { Dashboard } from '../../data/records/dashboard.ts'
import type { Insight } from '../../data/records/insight.ts'
import type { TextCard } from '../../data/records/text-card.ts'
import type { Tile, TileContent } from '../../data/records/tile.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { chunksOf } from '../../foundation/lists/chunks-of.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import { inLayoutOrder } from './tiles/tile-order.ts'

export interface DashboardContents {
  readonly dashboardId: number
  /** Every tile by id, including deleted ones. */
  readonly all: readonly Tile[]
  /**
   * The visible tiles, in order. A tile with a deleted insight is not live, and becomes live again when the insight is
   * restored.
   */
  readonly live: readonly Tile[]
  /** Insights and texts of all tiles by id, including those of deleted tiles. */
  readonly insights: ReadonlyMap<number, Insight>
  readonly texts: ReadonlyMap<number, TextCard>
}

/** Loads the contents of a dashboard in at most three queries, for any number of tiles. */
export async function loadContents(
  tx: ReadTransaction,
  { projectId, id }: Pick<Dashboard, 'projectId' | 'id'>,
): Promise<DashboardContents> {
  const all = await tx.tiles.ofDashboard(projectId, id)
  const [insightIds, textIds] = [all.flatMap(insightIdOf), all.flatMap(textIdOf)]
  const [insights, texts] = await Promise.all([
    insightIds.length > 0 ? tx.insights.findMany(projectId, insightIds) : [],
    textIds.length > 0 ? tx.textCards.findMany(projectId, textIds) : [],
  ])
  return contentsOf(id, all, byId(insights), byId(texts))
}

/** The number of insights that are read together; each may have 128 KiB. */
const INSIGHTS_AT_ONCE = 25
const TEXTS_AT_ONCE = 250

/** Like {@link loadContents}, for operations that read many dashboards: insights and texts are read a few at a time. */
export async function loadContentsInParts(
  tx: ReadTransaction,
  { projectId, id }: Pick<Dashboard, 'projectId' | 'id'>,
  onInsights: (insights: readonly Insight[]) => void = () => undefined,
): Promise<DashboardContents> {
  const slice = timeSlice()
  const all = await tx.tiles.ofDashboard(projectId, id)
  const [insights, texts]: [Insight[], TextCard[]] = [[], []]
  for (const ids of chunksOf(all.flatMap(insightIdOf), INSIGHTS_AT_ONCE)) {
    const part = await tx.insights.findMany(projectId, ids)
    onInsights(part)
    insights.push(...part)
    await slice.yieldIfOver()
  }
  for (const ids of chunksOf(all.flatMap(textIdOf), TEXTS_AT_ONCE)) {
    texts.push(...(await tx.textCards.findMany(projectId, ids)))
    await slice.yieldIfOver()
  }
  return contentsOf(id, all, byId(insights), byId(texts))
}

function contentsOf(
  dashboardId: number,
  all: readonly Tile[],
  insights: DashboardContents['insights'],
  texts: DashboardContents['texts'],
): DashboardContents {
  return { dashboardId, all, insights, texts, live: inLayoutOrder(all.filter((tile) => isLive(tile, insights))) }
}

function isLive({ deleted, content }: Tile, insights: DashboardContents['insights']): boolean {
  if (deleted) return false
  return content.kind === 'text' || insights.get(content.insightId)?.deleted === false
}

/** Returns the live tile on a dashboard. Throws an error if there is none with this id. */
export function liveTile({ dashboardId, live }: DashboardContents, tileId: number): Tile {
  const tile = live.find(({ id }) => id === tileId)
  if (!tile) throw recordNotFound('Tile', tileId, { dashboardId })
  return tile
}

export function insightIdOf({ content }: Pick<Tile, 'content'>): number[] {
  return content.kind === 'insight' ? [content.insightId] : []
}

function textIdOf({ content }: Pick<Tile, 'content'>): number[] {
  return content.kind === 'text' ? [content.textId] : []
}

export function sameContent(a: TileContent, b: TileContent): boolean {
  if (a.kind === 'insight') return b.kind === 'insight' && a.insightId === b.insightId
  return b.kind === 'text' && a.textId === b.textId
}

function byId<T extends { readonly id: number }>(items: readonly T[]): ReadonlyMap<number, T> {
  return new Map(items.map((item) => [item.id, item]))
}
