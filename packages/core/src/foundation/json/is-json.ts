import type { JsonValue } from './json-value.ts'

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
