import type { FieldChange } from '../../../data/records/activity.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { fieldChanges } from '../../../runtime/activity/field-changes.ts'
import type { HistoricalVersion } from '../../../runtime/history/version-reader.ts'
import type { TileLook } from '../tiles/place-tile.ts'
import { inLayoutOrder } from '../tiles/tile-order.ts'
import { DASHBOARD_HISTORY, type DashboardState } from './dashboard-history.ts'

/** A tile as it was at a version: exactly one of `insightId` and `text` is set. */
export interface TileVersion extends TileLook {
  readonly insightId: number | null
  readonly text: { readonly id: number; readonly body: string | null } | null
}

/** A dashboard at a version, with its immutable fields. */
export interface DashboardVersion extends Omit<DashboardState, 'tiles' | 'texts'>, HistoricalVersion {
  /** In order. */
  readonly tiles: readonly TileVersion[]
}

/** Returns the tiles of a state in order. */
export function tilesOf({ tiles, texts }: Pick<DashboardState, 'tiles' | 'texts'>): readonly TileVersion[] {
  const placed = Object.entries(tiles).map(([key, look], place) => {
    const [kind, id] = key.split(' ')
    const shown = Number(id)
    return {
      id: typeof look.id === 'number' ? look.id : place,
      insightId: kind === 'insight' ? shown : null,
      text: kind === 'text' ? { id: shown, body: texts[shown] ?? null } : null,
      ...lookIn(look),
    }
  })
  return inLayoutOrder(placed).map(({ id: _, ...tile }) => tile)
}

function lookIn(kept: JsonObject): TileLook {
  // The fields that tileSummary wrote.
  const { layouts, color, filters_overrides, show_description, transparent_background } = kept as unknown as {
    readonly layouts: Tile['layouts']
    readonly color: Tile['color']
    readonly filters_overrides: Tile['filtersOverrides']
    readonly show_description: Tile['showDescription']
    readonly transparent_background: Tile['transparentBackground']
  }
  return {
    layouts,
    color,
    filtersOverrides: filters_overrides,
    showDescription: show_description,
    transparentBackground: transparent_background,
  }
}

/** Returns the differences between two states: fields, then tile by tile, then texts that both states show. */
export function differenceOf(before: DashboardState, after: DashboardState): readonly FieldChange[] {
  const shown = new Set([...Object.keys(before.tiles), ...Object.keys(after.tiles)])
  const change = (field: string, was: JsonObject | null, is: JsonObject | null) =>
    fieldChanges('Dashboard', [field], { [field]: was }, { [field]: is })
  return [
    ...fieldChanges('Dashboard', DASHBOARD_HISTORY.told, { ...before }, { ...after }),
    ...[...shown].flatMap((key) => change('tiles', tileAt(before, key), tileAt(after, key))),
    ...[...shown].flatMap((key) => change('texts', textAt(before, after, key), textAt(after, before, key))),
  ]
}

function tileAt({ tiles }: DashboardState, key: string): JsonObject | null {
  const [kind = '', id] = key.split(' ')
  // A tile that returns from another dashboard has a new id.
  const { id: _, ...look } = tiles[key] ?? {}
  return tiles[key] ? { [kind]: Number(id), ...look } : null
}

/** Returns the text of the first state for a tile that is in both states. */
function textAt({ tiles, texts }: DashboardState, other: DashboardState, key: string): JsonObject | null {
  const [kind, id = ''] = key.split(' ')
  if (kind !== 'text' || !tiles[key] || !other.tiles[key]) return null
  return { id: Number(id), body: texts[id] ?? null }
}
