import { type JsonValue, parseJson } from '../../foundation/json/json-value.ts'

/** What a stored payload says: it is JSON text, and text that is no JSON is a text. */
export function payloadValue(payload: string): JsonValue {
  const value = parseJson(payload)
  return value === undefined ? payload : value
}
