import type { FieldChange } from '../../../data/records/activity.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { isJsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { violation } from '../../../foundation/validation/violation.ts'

/**
 * The maximum number of characters of layouts and filters of all tiles: every change of a dashboard compares all of
 * them, and may store them.
 */
const MAX_LOOKS_LENGTH = 512 * 1024

/**
 * Refuses a dashboard whose tiles have display fields that are too large, unless these changes do not enlarge them
 * (DASH-18).
 */
export function refuseLargeLooks(tiles: readonly JsonValue[], changes?: readonly FieldChange[]): void {
  if (lengthOf(tiles) <= MAX_LOOKS_LENGTH || (changes && !areMore(changes))) return
  const limit = MAX_LOOKS_LENGTH.toLocaleString('en-US')
  const detail = `Layouts and filters of all tiles of a dashboard can have at most ${limit} characters as JSON.`
  throw invalidInput([violation(null, 'invalid_input', detail)])
}

function areMore(changes: readonly FieldChange[]): boolean {
  const ofTiles = changes.filter(({ field }) => field === 'tiles')
  return lengthOf(ofTiles.map(({ after }) => after)) > lengthOf(ofTiles.map(({ before }) => before))
}

function lengthOf(tiles: readonly JsonValue[]): number {
  return tiles.filter(isJsonObject).reduce((sum, { layouts = {}, filters_overrides: filters = {} }) => {
    return sum + JSON.stringify(layouts).length + JSON.stringify(filters).length
  }, 0)
}
