import type { FieldChange } from '../../../data/records/activity.ts'
import type { TextCard } from '../../../data/records/text-card.ts'
import type { Tile } from '../../../data/records/tile.ts'
import { type JsonObject, jsonEquals } from '../../../foundation/json/json-value.ts'

/** What became of one tile; null where it was not, or is not any more, on the dashboard. */
export interface TileChange {
  readonly before: Tile | null
  readonly after: Tile | null
  /** The text on it, when that was sent as well. */
  readonly text?: { readonly before: TextCard; readonly after: TextCard }
}

/** The changes as the activity of a dashboard tells them; what came out as it was is left out. */
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

/** What is told of a live tile; null of one that is not there. */
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
