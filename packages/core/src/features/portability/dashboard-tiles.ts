import type { Dashboard } from '../../data/records/dashboard.ts'
import type { Tile, TileContent } from '../../data/records/tile.ts'
import type { Transaction } from '../../data/store.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
import { mapYielding, startYielding, visitYielding } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { DashboardContents } from '../dashboards/dashboard-contents.ts'
import { checkInsight } from '../dashboards/insights/insight-input.ts'
import { insertInsight } from '../dashboards/insights/save-insight.ts'
import { updateInsight } from '../dashboards/insights/update-insight.ts'
import { exportedTile } from '../dashboards/templates/export-template.ts'
import {
  checkTemplateTiles,
  type TemplateTile,
  type TiledInsight,
  tiledInsight,
} from '../dashboards/templates/template-tile.ts'
import { changeTiles } from '../dashboards/tiles/change-tiles.ts'
import { insertText, placeTiles, refuseTooManyTiles } from '../dashboards/tiles/place-tile.ts'
import { updateDashboard } from '../dashboards/update-dashboard.ts'
import { exportText } from './export-text.ts'
import type { ImportRun } from './import-run.ts'
import { TilePool } from './tile-pool.ts'

/** Returns the tiles of a document in the form of an export. */
export function exportedTiles(tiles: JsonValue): readonly JsonObject[] {
  const list = Array.isArray(tiles) ? tiles : [tiles]
  // A value that is not an object has no type, so the validation reports a missing type.
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

/**
 * Returns tiles in an order that depends only on their content. The export orders tiles without a position by their
 * creation.
 */
export function inAnyOrder(tiles: JsonValue | undefined): JsonValue {
  return Array.isArray(tiles)
    ? tiles
        .map((tile: JsonValue) => ({ tile, text: exportText({ tile }) }))
        .toSorted((a, b) => compareUnits(a.text, b.text))
        .map(({ tile }) => tile)
    : null
}

/** The changes that give a dashboard the tiles of a document. */
interface TileChanges {
  readonly changed: readonly { readonly tile: Tile; readonly wanted: JsonObject }[]
  readonly added: readonly JsonObject[]
  readonly removed: readonly Tile[]
}

/**
 * Gives a dashboard the tiles of the document. Tiles are kept or changed where possible, so that links to them stay
 * valid. New tiles are created together, so that they are one change of the dashboard, for any number of tiles.
 */
export async function importTiles(
  run: ImportRun,
  { id }: Pick<Dashboard, 'id'>,
  contents: DashboardContents,
  wanted: readonly JsonObject[],
): Promise<void> {
  const { changed, added, removed } = await compareTiles(run, contents, wanted)
  for (const { tile, wanted } of changed) await changeInsight(run, tile, wanted)
  const tiles = [
    ...changed.map(({ tile, wanted }) => ({ id: tile.id, ...lookOf(wanted), ...textOf(tile, wanted) })),
    ...removed.map((tile) => ({ id: tile.id, deleted: true })),
  ]
  if (tiles.length > 0) await updateDashboard(run.ctx, id, { tiles })
  if (added.length > 0) await addTiles(run, id, added)
}

async function compareTiles(
  run: ImportRun,
  contents: DashboardContents,
  wanted: readonly JsonObject[],
): Promise<TileChanges> {
  const pool = new TilePool()
  await visitYielding(contents.live, (tile) => pool.add({ tile, exported: exportedTile(tile, contents) }), 1)
  const unmatched = (await mapYielding(wanted, (tile) => (pool.takeSame(tile) ? [] : tile), 1)).flat()
  const changed: { tile: Tile; wanted: JsonObject }[] = []
  const added: JsonObject[] = []
  const shared: Tile[] = []
  for (const each of unmatched) {
    const twin = pool.takeTwin(each)?.tile
    if (twin && !(await isShared(run, twin))) changed.push({ tile: twin, wanted: each })
    else {
      if (twin) shared.push(twin)
      added.push(each)
    }
  }
  return { changed, added, removed: [...shared, ...pool.left().map(({ tile }) => tile)] }
}

/**
 * Whether another dashboard shows the same content. The document does not change other dashboards, so the content must
 * not be changed.
 */
async function isShared({ tx, ctx }: ImportRun, { dashboardId, content }: Tile): Promise<boolean> {
  const tiles = await tx.tiles.showing(ctx.project.id, [content])
  return tiles.some((tile) => !tile.deleted && tile.dashboardId !== dashboardId)
}

async function changeInsight({ ctx }: ImportRun, { content }: Tile, wanted: JsonObject): Promise<void> {
  if (content.kind === 'insight') await updateInsight(ctx, content.insightId, insightOf(wanted))
}

function textOf({ content }: Tile, wanted: JsonObject) {
  return content.kind === 'text' ? { text: { id: content.textId, body: bodyOf(wanted) } } : {}
}

async function addTiles({ ctx }: ImportRun, dashboardId: number, added: readonly JsonObject[]): Promise<void> {
  // The same permission as for creating them one by one.
  if (added.some(({ type }) => type !== 'TEXT')) authorize(ctx.actor, 'insight:write')
  await changeTiles(ctx, dashboardId, {}, async (tx, dashboard, { live }) => {
    refuseTooManyTiles(live.length + added.length)
    const contents = await startYielding(added, (wanted) => insertContent(tx, ctx, wanted))
    const tiles = await placeTiles(tx, dashboard, contents, added.map(lookOf))
    return { changes: tiles.map((after) => ({ before: null, after })), answer: async () => undefined }
  })
}

async function insertContent(tx: Transaction, ctx: ProjectContext, wanted: JsonObject): Promise<TileContent> {
  if (wanted.type === 'TEXT') return { kind: 'text', textId: (await insertText(tx, ctx, bodyOf(wanted))).id }
  const insight = insightOf(wanted)
  const { id } = await insertInsight(tx, ctx, { ...insight, ...checkInsight(insight).fields })
  return { kind: 'insight', insightId: id }
}

// The functions below read tiles that `exportedForm` created, whose fields were all validated.

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
