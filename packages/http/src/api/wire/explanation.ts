import type { Explanation, JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject, snakeCase } from '@flagdeck/core/operations'

/** The fields that contain data of the client, in which names stay unchanged. */
const DATA = new Set(['wanted', 'seen', 'value', 'id'])

/** An explanation as the API returns it: the same tree with wire names. */
export function explanationBody(explanation: Explanation): JsonObject {
  return snakeCased(explanation as unknown as JsonObject) // it is plain data
}

function snakeCased(tree: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(tree).map(([name, part]) => [snakeCase(name), DATA.has(name) ? part : renamed(part)]),
  )
}

function renamed(part: JsonValue): JsonValue {
  if (Array.isArray(part)) return part.map(renamed)
  return isJsonObject(part) ? snakeCased(part) : part
}
