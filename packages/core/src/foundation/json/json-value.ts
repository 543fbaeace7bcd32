/** Any JSON value. Keys such as `__proto__` are plain data. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object, which is never modified. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Whether a value is an object, and neither null nor a list. Its content is not checked. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value of JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The maximum nesting of documents: more than any needs, and far below the limit of recursion. */
export const MAX_JSON_DEPTH = 64

/**
 * Whether a value can be stored as a JSON document: it contains only JSON values, nested at most {@link MAX_JSON_DEPTH}
 * levels. Undefined parts are allowed, because JSON omits them.
 */
export function isJson(value: unknown, depth = MAX_JSON_DEPTH): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth === 0 || !isContainer(value)) return false
  return Object.values(value).every((part) => part === undefined || isJson(part, depth - 1))
}

/** Whether a value is an array or a plain object. Dates, maps and similar objects change their meaning in JSON. */
function isContainer(value: unknown): value is object {
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
}

/** Whether two JSON values are equal; the order of keys does not count. */
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

/** Returns a copy of the object without undefined keys, which mean "leave unchanged". */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const copy = {}
  for (const key of Object.keys(value)) {
    const part: unknown = value[key as keyof T] // one of its own keys
    if (part !== undefined) defineKey(copy, key, part)
  }
  return copy as { [K in keyof T]: Exclude<T[K], undefined> } // the same keys without undefined ones
}

/** Sets a key of an object that is being built. An assignment to `__proto__` would not create a key. */
export function defineKey(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else (target as Record<string, unknown>)[key] = value // a plain object
}
