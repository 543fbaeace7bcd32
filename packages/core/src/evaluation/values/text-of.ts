import { isJsonObject, type JsonValue, MAX_JSON_DEPTH } from '../../foundation/json/json-value.ts'

/**
 * Returns the text that operators compare (EVAL-24): text is unchanged, all other values become compact JSON with
 * sorted keys. Numbers are printed as in JavaScript, so 1.0 is `1`.
 */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return scalarText(value)
  return canonicalJson(value, { length: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY })
}

/**
 * Returns the text of a list or an object that has at most `length` characters and the allowed depth of JSON; otherwise
 * undefined, and the scan stops as soon as that is known.
 */
export function textWithin(value: JsonValue, length: number): string | undefined {
  const room = { length, depth: MAX_JSON_DEPTH }
  const text = canonicalJson(value, room)
  return room.length < 0 || text.length > length ? undefined : text
}

function scalarText(value: number | boolean): string {
  // NaN and the infinities are not JSON; in a request they become null.
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value)
}

/** The remaining capacity of a text, in characters and in levels. If it is below zero, the text is discarded. */
interface Room {
  length: number
  depth: number
}

function canonicalJson(value: JsonValue, room: Room): string {
  if (Array.isArray(value)) return listJson(value, room)
  if (isJsonObject(value)) return objectJson(value, room)
  // It may be too long to be quoted.
  const text = typeof value === 'string' && value.length > room.length ? value : (JSON.stringify(value) ?? 'null')
  room.length -= text.length
  return text
}

function listJson(list: readonly JsonValue[], room: Room): string {
  if (!enter(room, list.length)) return ''
  const elements: string[] = []
  for (const element of list) {
    if (room.length < 0) break
    elements.push(canonicalJson(element, room))
  }
  room.depth++
  return `[${elements.join(',')}]`
}

function objectJson(object: { readonly [key: string]: JsonValue | undefined }, room: Room): string {
  const names = Object.keys(object)
  if (!enter(room, names.length)) return ''
  const members: string[] = []
  for (const name of names.sort()) {
    const value = object[name]
    if (value === undefined) continue
    if (room.length < 0) break
    members.push(`${canonicalJson(name, room)}:${canonicalJson(value, room)}`)
  }
  room.depth++
  return `{${members.join(',')}}`
}

/** Enters a level and reserves the capacity for brackets and commas, or uses up all if that does not suffice. */
function enter(room: Room, parts: number): boolean {
  room.length -= parts + 1
  room.depth--
  if (room.depth >= 0 && room.length >= parts) return true
  room.length = -1
  return false
}
