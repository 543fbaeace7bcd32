import type { Explanation, JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject, snakeCase } from '@flagdeck/core/operations'

/** Fields whose content is data of the people who use the API, with names of its own. */
const DATA = new Set(['wanted', 'seen', 'value', 'id'])

/** An explanation as the API answers it: the same tree under the wire's names. */
export function explanationBody(explanation: Explanation): JsonObject {
  return snakeCased(explanation as unknown as JsonObject) // plain data, as it promises
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
