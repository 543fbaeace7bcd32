import type { Dashboard } from '../../data/records/dashboard.ts'
import type { Tile } from '../../data/records/tile.ts'
import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
import type { DashboardContents } from '../dashboards/dashboard-contents.ts'
import { createInsight } from '../dashboards/insights/create-insight.ts'
import { updateInsight } from '../dashboards/insights/update-insight.ts'
import { exportedTile } from '../dashboards/templates/export-template.ts'
import {
  checkTemplateTiles,
  type TemplateTile,
  type TiledInsight,
  tiledInsight,
} from '../dashboards/templates/template-tile.ts'
import { updateDashboard } from '../dashboards/update-dashboard.ts'
import { exportText } from './export-text.ts'
import type { ImportRun } from './import-run.ts'

/** Tiles of a document in the form that an export has them in. */
export function exportedTiles(tiles: JsonValue): readonly JsonObject[] {
  const list = Array.isArray(tiles) ? tiles : [tiles]
  // What is no object has no type, which is what is wrong with it.
  return checkTemplateTiles(
    list.map((tile: JsonValue) => (isJsonObject(tile) ? tile : {})),
    '',
  ).map(exportedForm)
}

function exportedForm(tile: TemplateTile): JsonObject {
  const shown = tile.type === 'TEXT' ? { body: tile.body ?? null } : { ...tiledInsight(tile) }
  return {
    type: tile.type,
    ...shown,
    color: tile.color ?? null,
    layouts: tile.layouts ?? {},
    filters_overrides: tile.filters_overrides ?? {},
    show_description: tile.show_description ?? null,
    transparent_background: tile.transparent_background ?? null,
  }
}

/** Tiles in an order that follows from what they are: those without a place lie in the order in which they were made. */
export function inAnyOrder(tiles: JsonValue | undefined): JsonValue {
  return Array.isArray(tiles)
    ? tiles
        .map((tile: JsonValue) => ({ tile, text: exportText({ tile }) }))
        .toSorted((a, b) => compareUnits(a.text, b.text))
        .map(({ tile }) => tile)
    : null
}

interface PlacedTile {
  readonly tile: Tile
  readonly exported: JsonObject
}

/** Makes what is on a dashboard what the document says: what can be kept or changed is, so that links to it live on. */
export async function importTiles(
  run: ImportRun,
  { id: dashboardId }: Pick<Dashboard, 'id'>,
  contents: DashboardContents,
  wanted: readonly JsonObject[],
): Promise<void> {
  const { ctx } = run
  const left: PlacedTile[] = contents.live.map((tile) => ({ tile, exported: exportedTile(tile, contents) }))
  const unmatched = wanted.filter((tile) => !take(left, ({ exported }) => jsonEquals(exported, tile)))
  const added: JsonObject[] = []
  for (const tile of unmatched) {
    const twin = take(left, ({ exported }) => isTwin(exported, tile))
    if (twin && !(await isShared(run, twin.tile))) await changeTile(run, dashboardId, twin.tile, tile)
    else {
      if (twin) left.push(twin)
      added.push(tile)
    }
  }
  if (left.length > 0) {
    await updateDashboard(ctx, dashboardId, { tiles: left.map(({ tile }) => ({ id: tile.id, deleted: true })) })
  }
  for (const tile of added) await addTile(run, dashboardId, tile)
}

function take<T>(items: T[], isIt: (item: T) => boolean): T | undefined {
  const index = items.findIndex(isIt)
  return index === -1 ? undefined : items.splice(index, 1)[0]
}

/** Whether one may become the other: the same chart by name, the same text, or what is in the same place. */
function isTwin(a: JsonObject, b: JsonObject): boolean {
  if (a.type !== b.type) return false
  if (a.type === 'INSIGHT' && a.name === b.name) return true
  const isPlaced = isJsonObject(a.layouts ?? null) && Object.keys(a.layouts as JsonObject).length > 0 // just seen
  return (a.type === 'TEXT' && a.body === b.body) || (isPlaced && jsonEquals(a.layouts ?? null, b.layouts ?? null))
}

/** Whether another dashboard shows the same: changing it there is not what the document asks for. */
async function isShared({ tx, ctx }: ImportRun, { dashboardId, content }: Tile): Promise<boolean> {
  const tiles = await tx.tiles.showing(ctx.project.id, [content])
  return tiles.some((tile) => !tile.deleted && tile.dashboardId !== dashboardId)
}

async function changeTile({ ctx }: ImportRun, dashboardId: number, { id, content }: Tile, wanted: JsonObject) {
  if (content.kind === 'insight') await updateInsight(ctx, content.insightId, insightOf(wanted))
  const text = content.kind === 'text' ? { text: { id: content.textId, body: bodyOf(wanted) } } : {}
  await updateDashboard(ctx, dashboardId, { tiles: [{ id, ...lookOf(wanted), ...text }] })
}

async function addTile(run: ImportRun, dashboardId: number, wanted: JsonObject): Promise<void> {
  const { ctx, tx } = run
  if (wanted.type === 'TEXT') {
    await updateDashboard(ctx, dashboardId, { tiles: [{ text: { body: bodyOf(wanted) }, ...lookOf(wanted) }] })
    return
  }
  const insight = await createInsight(ctx, { ...insightOf(wanted), dashboards: [dashboardId] })
  const tiles = await tx.tiles.ofDashboard(ctx.project.id, dashboardId)
  const made = tiles.filter(({ content }) => content.kind === 'insight' && content.insightId === insight.id)
  await updateDashboard(ctx, dashboardId, { tiles: made.map(({ id }) => ({ id, ...lookOf(wanted) })) })
}

// What follows was made by `exportedForm`, from tiles whose every field was checked.

function insightOf(tile: JsonObject): TiledInsight {
  return tiledInsight(tile as Partial<TiledInsight>)
}

function bodyOf({ body }: JsonObject): string | null {
  return body as string | null
}

function lookOf(tile: JsonObject) {
  return {
    color: tile.color as string | null,
    layouts: tile.layouts as JsonObject,
    filtersOverrides: tile.filters_overrides as JsonObject,
    showDescription: tile.show_description as boolean | null,
    transparentBackground: tile.transparent_background as boolean | null,
  }
}
