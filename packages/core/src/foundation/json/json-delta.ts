import { jsonCopy } from './json-copy.ts'
import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from './json-value.ts'
import { ownProperty } from './own-property.ts'

/** How to make one JSON value into another: itself JSON, and about as large as what differs. */
export type JsonDelta = SetDelta | ObjectDelta | ItemsDelta | SpliceDelta

/** The other value, whole. */
interface SetDelta {
  readonly set: JsonValue
}

/** What becomes of some keys of an object; all others stay. */
interface ObjectDelta {
  readonly keys: { readonly [key: string]: JsonDelta }
  readonly drop?: readonly string[]
}

/** What becomes of the items of a list from the place `at` on; null: the item stays. */
interface ItemsDelta {
  readonly at: number
  readonly items: readonly (JsonDelta | null)[]
}

/** The `cut` items of a list from the place `at` on give way to others. */
interface SpliceDelta {
  readonly at: number
  readonly cut: number
  readonly put: readonly JsonValue[]
}

/**
 * How to make `before` into `after`; null when they say the same. Objects differ by key and lists between what they
 * begin and end with alike. Each level looks at its parts at most twice, and no document has more than MAX_JSON_DEPTH.
 */
export function deltaBetween(before: JsonValue, after: JsonValue): JsonDelta | null {
  if (before === after) return null
  if (Array.isArray(before) && Array.isArray(after)) return listDelta(before, after)
  if (isJsonObject(before) && isJsonObject(after)) return objectDelta(before, after)
  return { set: after }
}

/** The value that {@link deltaBetween} was told to make of this one, which stays as it is; null makes nothing else of it. */
export function applyDelta(value: JsonValue, delta: JsonDelta | null): JsonValue {
  if (delta === null) return value
  if ('set' in delta) return delta.set
  if ('keys' in delta) return changedObject(isJsonObject(value) ? value : {}, delta)
  const list: readonly JsonValue[] = Array.isArray(value) ? value : []
  if ('put' in delta) return [...list.slice(0, delta.at), ...delta.put, ...list.slice(delta.at + delta.cut)]
  return list.map((item, place) => applyDelta(item, delta.items[place - delta.at] ?? null))
}

/**
 * {@link applyDelta} to a value that nobody else has: its objects and lists are changed themselves, so that a step costs
 * what it changes, however large they are. Nothing of the delta becomes part of it.
 */
export function applyDeltaInPlace(value: JsonValue, delta: JsonDelta | null): JsonValue {
  if (delta === null) return value
  if ('set' in delta) return jsonCopy(delta.set)
  if ('keys' in delta) return changeObject(isJsonObject(value) ? value : {}, delta)
  const list: JsonValue[] = Array.isArray(value) ? value : []
  if ('put' in delta)
    return [...list.slice(0, delta.at), ...delta.put.map(jsonCopy), ...list.slice(delta.at + delta.cut)]
  for (const [place, item] of delta.items.entries()) {
    const was = list[delta.at + place]
    if (was !== undefined) list[delta.at + place] = applyDeltaInPlace(was, item)
  }
  return list
}

function changeObject(object: JsonObject, { keys, drop = [] }: ObjectDelta): JsonObject {
  for (const key of drop) Reflect.deleteProperty(object, key)
  for (const [key, delta] of Object.entries(keys)) {
    const value = applyDeltaInPlace(ownProperty(object, key) ?? null, delta)
    // An assignment would take `__proto__` for something else than a key.
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
  }
  return object
}

function objectDelta(before: JsonObject, after: JsonObject): ObjectDelta | null {
  const changed: [string, JsonDelta][] = []
  for (const key of Object.keys(after)) {
    const [was, is] = [ownProperty(before, key), after[key] ?? null]
    const delta = was === undefined ? { set: is } : deltaBetween(was, is)
    if (delta) changed.push([key, delta])
  }
  const drop = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  if (changed.length === 0 && drop.length === 0) return null
  // Object.fromEntries defines keys, so that one called `__proto__` stays a key.
  const keys = Object.fromEntries(changed)
  return drop.length === 0 ? { keys } : { keys, drop }
}

function changedObject(object: JsonObject, { keys, drop }: ObjectDelta): JsonObject {
  const changed = Object.keys(keys).map((key): [string, JsonValue] => [
    key,
    applyDelta(ownProperty(object, key) ?? null, keys[key] ?? null),
  ])
  return { ...(drop ? withoutKeys(object, drop) : object), ...Object.fromEntries(changed) }
}

function withoutKeys(object: JsonObject, drop: readonly string[]): JsonObject {
  const dropped = new Set(drop)
  return Object.fromEntries(Object.entries(object).filter(([key]) => !dropped.has(key)))
}

function listDelta(before: readonly JsonValue[], after: readonly JsonValue[]): ItemsDelta | SpliceDelta | null {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && same(before[at], after[at])) at++
  if (at === before.length && at === after.length) return null
  let alike = 0
  while (alike < shorter - at && same(before.at(-1 - alike), after.at(-1 - alike))) alike++
  const was = before.slice(at, before.length - alike)
  const is = after.slice(at, after.length - alike)
  if (was.length !== is.length) return { at, cut: was.length, put: is }
  return { at, items: is.map((item, place) => deltaBetween(was[place] ?? null, item)) }
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return jsonEquals(a ?? null, b ?? null)
}
