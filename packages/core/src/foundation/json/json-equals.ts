import { isJsonObject, type JsonValue } from './json-value.ts'

/** Whether two JSON values say the same; the order of an object's keys does not count. */
export function jsonEquals(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEquals(item, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key] ?? null, b[key] ?? null))
  )
}
