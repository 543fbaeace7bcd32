import { type JsonValue, parseJson } from '../../foundation/json/json-value.ts'

/** Parses a stored payload, which is JSON text. Text that is not valid JSON is returned unchanged. */
export function payloadValue(payload: string): JsonValue {
  const value = parseJson(payload)
  return value === undefined ? payload : value
}
