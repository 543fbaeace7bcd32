import { isJsonObject, type JsonValue } from './json-value.ts'

/** A copy that nobody else holds, with what JSON text would have: nothing that is undefined. */
export function jsonCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue | undefined) => jsonCopy(item ?? null))
  if (!isJsonObject(value)) return value
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  // Object.fromEntries defines keys, so that one called `__proto__` stays a key.
  return Object.fromEntries(parts.map(([key, part]) => [key, jsonCopy(part)]))
}
