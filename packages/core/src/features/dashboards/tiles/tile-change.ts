import type { FieldChange } from '../../../data/records/activity.ts'
import type { TextCard } from '../../../data/records/text-card.ts'
import type { Tile } from '../../../data/records/tile.ts'
import { type JsonObject, jsonEquals } from '../../../foundation/json/json-value.ts'

/** The change of one tile; null if it is not on the dashboard before or after. */
export interface TileChange {
  readonly before: Tile | null
  readonly after: Tile | null
  /** The text of the tile, if the client sent it too. */
  readonly text?: { readonly before: TextCard; readonly after: TextCard }
}

/** Returns the changes as the activity of a dashboard shows them, without tiles that did not change. */
export function tileFieldChanges(changes: readonly TileChange[]): FieldChange[] {
  return changes.flatMap(({ before, after, text }) => [
    ...fieldChange('tiles', tileSummary(before), tileSummary(after)),
    ...(text ? fieldChange('texts', textSummary(text.before), textSummary(text.after)) : []),
  ])
}

function fieldChange(field: string, before: JsonObject | null, after: JsonObject | null): FieldChange[] {
  if (jsonEquals(before, after)) return []
  const action = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  return [{ type: 'Dashboard', action, field, before, after }]
}

/** Returns the fields of a live tile that the activity shows; null if the tile is not live. */
export function tileSummary(tile: Tile | null): JsonObject | null {
  if (!tile || tile.deleted) return null
  const { id, content, layouts, color, filtersOverrides, showDescription, transparentBackground } = tile
  return {
    id,
    insight: content.kind === 'insight' ? content.insightId : null,
    text: content.kind === 'text' ? content.textId : null,
    layouts,
    color,
    filters_overrides: filtersOverrides,
    show_description: showDescription,
    transparent_background: transparentBackground,
  }
}

function textSummary({ id, body, createdBy }: TextCard): JsonObject {
  return { id, body, created_by: createdBy?.uuid ?? null }
}
