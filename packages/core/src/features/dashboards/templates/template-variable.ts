import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { MAX_DOCUMENT_LENGTH } from '../../../foundation/validation/bounded-fields.ts'

/** A value that users of a template may choose: `{ID}` in a tile is its placeholder. */
export interface TemplateVariable {
  readonly id: string
  readonly default: JsonObject
}

/**
 * Returns tiles whose placeholders `{ID}` are replaced by the default of the variable. Returns undefined if the
 * variables or the replaced values are too long (DASH-79): a few characters can insert the same default repeatedly.
 */
export function withDefaults(
  tiles: readonly JsonObject[],
  variables: readonly TemplateVariable[],
): readonly JsonObject[] | undefined {
  if (variables.length === 0) return tiles
  if (JSON.stringify(variables).length > MAX_DOCUMENT_LENGTH) return undefined
  const defaults = new Map(variables.map(({ id, default: value }) => [`{${id}}`, sized(value)]))
  let length = 0
  const filled = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return taken(value)
    if (Array.isArray(value)) return value.map(filled)
    return isJsonObject(value) ? filledObject(value) : value
  }
  const taken = (text: string): JsonValue => {
    const found = defaults.get(text)
    length += found?.length ?? 0
    return found?.value ?? text
  }
  const filledObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, part]) => [key, filled(part)]))
  // Values are inserted by reference, so nothing uses more memory yet.
  const result = tiles.map(filledObject)
  return length > MAX_DOCUMENT_LENGTH ? undefined : result
}

function sized(value: JsonObject) {
  return { value, length: JSON.stringify(value).length }
}
