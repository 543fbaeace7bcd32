import { giveTurn, isJsonObject, type JsonObject, type JsonValue } from '@flagdeck/core'
import { decodeUtf8, parseJson } from './json-body.ts'
import { MAX_JSON_DEPTH } from './json-depth.ts'
import { bodyTooLarge, parseError } from './request-error.ts'

/** Shorter JSON is parsed in a few milliseconds. */
export const LONG_JSON_BYTES = 512 * 1024
/** About as much of a list as is parsed in a millisecond. */
const SLICE_BYTES = 64 * 1024
/** How much is looked through before others have their turn. */
const STRIDE_BYTES = 1024 * 1024
/** What is not in a long list is parsed at once. */
const MAX_REST_BYTES = 2 * 1024 * 1024

/**
 * Parses JSON that is long because lists in the outermost object are, in turns with all other work: those lists are
 * parsed slice by slice, the rest without them.
 * @throws RequestError `parse_error`, or `request_entity_too_large` for what is long in any other way
 */
export async function parseLongJson(bytes: Uint8Array): Promise<unknown> {
  const lists = (await listsIn(bytes)).filter(({ start, end }) => end - start > SLICE_BYTES)
  const rest = parseJson(withoutItems(bytes, lists))
  if (lists.length === 0 || !isJsonObject(rest)) return rest
  const long: [string, JsonValue][] = []
  for (const list of lists) long.push([keyBefore(bytes, list), await itemsOf(bytes, list)])
  return { ...rest, ...Object.fromEntries(long) } satisfies JsonObject
}

/** A list that is a value of the outermost object, between its brackets. */
interface List {
  /** Where the member that it is the value of begins, key included. */
  readonly member: number
  readonly start: number
  readonly end: number
  /** Commas between its items, more than a slice apart. */
  readonly cuts: readonly number[]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
// Brackets and braces differ in this one bit, and no other sign of JSON's structure shares the result.
const BRACE_BIT = 0x20
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** Finds the lists by the signs of JSON's structure. Whether everything else is JSON is found out by parsing. */
async function listsIn(bytes: Uint8Array): Promise<readonly List[]> {
  const lists: List[] = []
  let open: { member: number; start: number; cuts: number[] } | undefined
  let [depth, member, lastCut, nextTurn] = [0, 0, 0, STRIDE_BYTES]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA) {
      if (depth === 1) member = at + 1
      else if (depth === 2 && open && at - lastCut > SLICE_BYTES) {
        open.cuts.push(at)
        lastCut = at
      }
    } else if ((byte | BRACE_BIT) === OPENING_BRACE) {
      depth++
      if (depth > MAX_JSON_DEPTH) throw parseError(`nested deeper than ${MAX_JSON_DEPTH} levels`)
      if (depth === 1 && byte === OPENING_BRACKET) return []
      if (depth === 1) member = at + 1
      else if (depth === 2 && byte === OPENING_BRACKET) {
        lastCut = at
        open = { member, start: at + 1, cuts: [] }
      }
    } else if ((byte | BRACE_BIT) === CLOSING_BRACE) {
      depth--
      if (depth === 1 && open) lists.push({ ...open, end: at })
      if (depth === 1) open = undefined
    }
    if (at < nextTurn) continue
    nextTurn = at + STRIDE_BYTES
    await giveTurn()
  }
  return lists
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** The text with these lists empty. */
function withoutItems(bytes: Uint8Array, lists: readonly List[]): Uint8Array {
  const kept = [...lists, undefined].map((list, index) => bytes.subarray(lists[index - 1]?.end ?? 0, list?.start))
  const length = kept.reduce((sum, part) => sum + part.length, 0)
  if (length > MAX_REST_BYTES) throw bodyTooLarge()
  const rest = new Uint8Array(length)
  let at = 0
  for (const part of kept) {
    rest.set(part, at)
    at += part.length
  }
  return rest
}

/** The key of a member; the rest has been parsed, so that is what stands there. */
function keyBefore(bytes: Uint8Array, { member, start }: List): string {
  const text = decodeUtf8(bytes.subarray(member, start)).trim()
  return JSON.parse(text.slice(0, text.lastIndexOf(':')))
}

async function itemsOf(bytes: Uint8Array, { start, end, cuts }: List): Promise<JsonValue[]> {
  const items: JsonValue[] = []
  for (const [index, from] of [start, ...cuts.map((cut) => cut + 1)].entries()) {
    const slice = bytes.subarray(from, cuts[index] ?? end)
    if (slice.length > MAX_REST_BYTES) throw bodyTooLarge()
    for (const item of parsedItems(slice)) items.push(item)
    await giveTurn()
  }
  return items
}

/** What stands between two cuts, of which there is at least one item: nothing may stand between two commas. */
function parsedItems(slice: Uint8Array): readonly JsonValue[] {
  const text = decodeUtf8(slice)
  try {
    const items: readonly JsonValue[] = JSON.parse(`[${text}]`)
    if (items.length > 0) return items
  } catch {
    // Said below: the engine would name a place in the slice.
  }
  throw parseError('the text is not valid JSON')
}
