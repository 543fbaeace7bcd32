/** Any value that JSON can carry. Keys such as `__proto__` are plain data in it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object, whose values are read and never changed. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a text of JSON says; undefined when it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Deeper than any document has a reason to be, and far from what recursion can walk. */
export const MAX_JSON_DEPTH = 64

/**
 * Whether a value can be kept as a JSON document: nothing but what JSON can carry, nested at most
 * {@link MAX_JSON_DEPTH} levels. Parts that are undefined are fine, because JSON leaves them out.
 */
export function isJson(value: unknown, depth = MAX_JSON_DEPTH): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth === 0 || !isContainer(value)) return false
  return Object.values(value).every((part) => part === undefined || isJson(part, depth - 1))
}

/** Arrays and plain objects; dates, maps and their like say something else in JSON than they are. */
function isContainer(value: unknown): value is object {
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
}

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

/** The same object without the keys that are undefined: "leave as it is", however it was written. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const copy = {}
  for (const key of Object.keys(value)) {
    const part: unknown = value[key as keyof T] // its own key
    if (part !== undefined) defineKey(copy, key, part)
  }
  return copy as { [K in keyof T]: Exclude<T[K], undefined> } // the same keys, less those
}

/** Sets a key of an object that is being built. An assignment to `__proto__` would not create a key. */
export function defineKey(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else (target as Record<string, unknown>)[key] = value // a plain object
}
