import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from './json-value.ts'
import { ownProperty } from './own-property.ts'

/**
 * Three states of one object: at the start of an edit, as other users have changed it since, and as the edit changes
 * it.
 */
export interface Sides<T> {
  readonly base: T
  readonly theirs: T
  readonly mine: T
}

/** A value, or undefined if there is none. */
export type MaybeJson = JsonValue | undefined

/** The merged result of two edits. */
export interface Merged<T> {
  /** Meaningless if edits overlap. */
  readonly value: T
  /** The paths of parts that both edits changed to different values. */
  readonly overlaps: readonly string[]
}

/** Merges values that both edits changed differently. */
export type MergeChanged = (sides: Sides<MaybeJson>, path: string) => Merged<MaybeJson>

/** Returns the changed side, or the common value if both sides are equal. null equals a missing value. */
export function mergeValues(
  { base, theirs, mine }: Sides<MaybeJson>,
  path: string,
  mergeChanged: MergeChanged = overlapping,
): Merged<MaybeJson> {
  if (saySame(theirs, mine)) return merged(theirs === undefined ? mine : theirs)
  if (saySame(base, mine)) return merged(theirs)
  if (saySame(base, theirs)) return merged(mine)
  return mergeChanged({ base, theirs, mine }, path)
}

/** Merges objects key by key. Keys are in the order of theirs, followed by those that only mine has. */
export function mergeObjects(
  { base, theirs, mine }: Sides<JsonObject>,
  mergeKey: (key: string, sides: Sides<MaybeJson>) => Merged<MaybeJson>,
): Merged<JsonObject> {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const parts = [...keys].map((key) => {
    const sides = { base: ownProperty(base, key), theirs: ownProperty(theirs, key), mine: ownProperty(mine, key) }
    return [key, mergeKey(key, sides)] as const
  })
  const entries = parts.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]))
  // Object.fromEntries defines keys, so `__proto__` is an ordinary key.
  return { value: Object.fromEntries(entries), overlaps: parts.flatMap(([, { overlaps }]) => overlaps) }
}

/** Reports an overlap, for values without parts or with parts that cannot be matched. */
export function overlapping({ theirs }: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  return { value: theirs, overlaps: [path] }
}

export function merged<T>(value: T): Merged<T> {
  return { value, overlaps: [] }
}

/** Returns the sides if all of them are objects, else undefined. */
export function objectSides({ base, theirs, mine }: Sides<MaybeJson>): Sides<JsonObject> | undefined {
  return isJsonObject(base) && isJsonObject(theirs) && isJsonObject(mine) ? { base, theirs, mine } : undefined
}

export function saySame(a: MaybeJson, b: MaybeJson): boolean {
  return jsonEquals(a ?? null, b ?? null)
}
