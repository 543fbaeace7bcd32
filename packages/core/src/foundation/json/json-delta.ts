import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from './json-value.ts'
import { ownProperty } from './own-property.ts'

/** Transforms one JSON value into another. It is JSON itself, and about as large as the difference. */
export type JsonDelta = SetDelta | ObjectDelta | ItemsDelta | SpliceDelta

/** The whole new value. */
interface SetDelta {
  readonly set: JsonValue
}

/** Changes of some keys of an object; all others are unchanged. */
interface ObjectDelta {
  readonly keys: { readonly [key: string]: JsonDelta }
  readonly drop?: readonly string[]
}

/** Changes of the items of a list from position `at`; null: the item is unchanged. */
interface ItemsDelta {
  readonly at: number
  readonly items: readonly (JsonDelta | null)[]
}

/** Replaces the `cut` items of a list from position `at`. */
interface SpliceDelta {
  readonly at: number
  readonly cut: number
  readonly put: readonly JsonValue[]
}

/**
 * Returns the delta that transforms `before` into `after`; null if they are equal. Objects are compared by key, and
 * lists without their common start and end. Each level reads its parts at most twice, and documents have at most
 * MAX_JSON_DEPTH levels.
 */
export function deltaBetween(before: JsonValue, after: JsonValue): JsonDelta | null {
  if (before === after) return null
  if (Array.isArray(before) && Array.isArray(after)) return listDelta(before, after)
  if (isJsonObject(before) && isJsonObject(after)) return objectDelta(before, after)
  return { set: after }
}

/**
 * Applies a delta of {@link deltaBetween} to a value; null changes nothing. The value is not modified, except for
 * objects and lists in `ours`. Those are modified in place, and copies are added to `ours`. A caller that passes the
 * same set for several deltas pays only for the changes, however large the value is.
 */
export function applyDelta(value: JsonValue, delta: JsonDelta | null, ours: Ours = new WeakSet()): JsonValue {
  if (delta === null) return value
  if ('set' in delta) return delta.set
  if ('keys' in delta) return changedObject(isJsonObject(value) ? value : {}, delta, ours)
  const list: readonly JsonValue[] = Array.isArray(value) ? value : []
  return 'put' in delta ? splicedList(list, delta, ours) : changedList(list, delta, ours)
}

/** Objects and lists that no other code references. */
type Ours = WeakSet<object>

function changedObject(value: JsonObject, { keys, drop = [] }: ObjectDelta, ours: Ours): JsonObject {
  const object = ours.has(value) ? value : { ...value }
  ours.add(object)
  for (const key of drop) Reflect.deleteProperty(object, key)
  for (const [key, delta] of Object.entries(keys)) {
    const part = applyDelta(ownProperty(object, key) ?? null, delta, ours)
    // An assignment would not create a key `__proto__`.
    Object.defineProperty(object, key, { value: part, configurable: true, enumerable: true, writable: true })
  }
  return object
}

function changedList(value: readonly JsonValue[], { at, items }: ItemsDelta, ours: Ours): JsonValue[] {
  const list = ours.has(value) ? (value as JsonValue[]) : [...value] // in `ours`, so it may be modified
  ours.add(list)
  for (const [place, delta] of items.entries()) {
    const item = list[at + place]
    if (item !== undefined) list[at + place] = applyDelta(item, delta, ours)
  }
  return list
}

function splicedList(list: readonly JsonValue[], { at, cut, put }: SpliceDelta, ours: Ours): JsonValue[] {
  const spliced = [...list.slice(0, at), ...put, ...list.slice(at + cut)]
  ours.add(spliced)
  return spliced
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
  // Object.fromEntries defines keys, so `__proto__` is an ordinary key.
  const keys = Object.fromEntries(changed)
  return drop.length === 0 ? { keys } : { keys, drop }
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
