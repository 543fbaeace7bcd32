import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'

/** A document as text that is the same for the same content: keys in order, two spaces, a line break at the end. */
export function exportText(document: object): string {
  // Documents are plain data.
  return `${JSON.stringify(withSortedKeys(document as JsonObject), null, 2)}\n`
}

function withSortedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => compareUnits(a, b))
  // Object.fromEntries defines keys, so that one called `__proto__` stays a key.
  return Object.fromEntries(entries.map(([key, part]) => [key, withSortedKeys(part)]))
}
