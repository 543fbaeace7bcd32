import { defineKey, isJsonObject, type JsonValue } from './json-value.ts'

/** Returns a deep copy without undefined values, like a copy through JSON text. */
export function jsonCopy(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: JsonValue | undefined) => jsonCopy(item ?? null))
  if (!isJsonObject(value)) return value
  const copy = {}
  for (const key of Object.keys(value)) {
    const part = value[key]
    if (part !== undefined) defineKey(copy, key, jsonCopy(part))
  }
  return copy
}
