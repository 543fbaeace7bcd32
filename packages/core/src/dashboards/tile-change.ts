import type { FieldChange } from '../activity/activity.ts'
import { jsonEquals } from '../json/json-equals.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Tile } from './tile.ts'

/** What became of one tile; null where it was not, or is not any more, on the dashboard. */
export interface TileChange {
  readonly before: Tile | null
  readonly after: Tile | null
}

/** The changes as the activity of a dashboard tells them; what came out as it was is left out. */
export function tileFieldChanges(changes: readonly TileChange[]): FieldChange[] {
  return changes.flatMap(({ before, after }) => {
    const [was, is] = [summary(before), summary(after)]
    if (jsonEquals(was, is)) return []
    const action = was === null ? 'created' : is === null ? 'deleted' : 'changed'
    return [{ type: 'Dashboard', action, field: 'tiles', before: was, after: is }]
  })
}

function summary(tile: Tile | null): JsonObject | null {
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
