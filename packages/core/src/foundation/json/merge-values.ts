import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from './json-value.ts'
import { ownProperty } from './own-property.ts'

/** One thing three times: as an edit found it, as others have left it since, and as the edit leaves it. */
export interface Sides<T> {
  readonly base: T
  readonly theirs: T
  readonly mine: T
}

/** A value, or undefined for what is not there. */
export type MaybeJson = JsonValue | undefined

/** What two edits of one thing come to. */
export interface Merged<T> {
  /** Of no use where edits overlap. */
  readonly value: T
  /** The paths of what both edits changed, to different values. */
  readonly overlaps: readonly string[]
}

/** Merges what both edits changed, to different values. */
export type MergeChanged = (sides: Sides<MaybeJson>, path: string) => Merged<MaybeJson>

/** Takes whichever side changed something; what both changed alike is no matter. null says as much as nothing at all. */
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

/** Merges objects key by key. Keys are in the order of theirs, and what only mine has comes last. */
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
  // Object.fromEntries defines keys, so that one called `__proto__` stays a key.
  return { value: Object.fromEntries(entries), overlaps: parts.flatMap(([, { overlaps }]) => overlaps) }
}

/** For what has no parts, or none that can be told apart. */
export function overlapping({ theirs }: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  return { value: theirs, overlaps: [path] }
}

export function merged<T>(value: T): Merged<T> {
  return { value, overlaps: [] }
}

/** The sides of something whose every side is an object; undefined when one is something else. */
export function objectSides({ base, theirs, mine }: Sides<MaybeJson>): Sides<JsonObject> | undefined {
  return isJsonObject(base) && isJsonObject(theirs) && isJsonObject(mine) ? { base, theirs, mine } : undefined
}

export function saySame(a: MaybeJson, b: MaybeJson): boolean {
  return jsonEquals(a ?? null, b ?? null)
}
