import { MAX_JSON_DEPTH } from '@flagdeck/core/operations'
import { JsonScanner, jsonSigns } from '@flagdeck/core/store'

export { MAX_JSON_DEPTH }

/** The maximum of keys in one object: code that iterates over all keys of an object would delay other requests. */
export const MAX_OBJECT_KEYS = 10_000
/**
 * The maximum of lists and objects in one text. The parser creates each of them, and hundreds of thousands would delay
 * other requests.
 */
export const MAX_CONTAINERS = 100_000
/** The maximum of strings in one text, including keys: engines look up each of them in their table of strings. */
export const MAX_TEXTS = 75_000
/** The maximum of different keys in one text: engines create a new object shape for each, which takes a microsecond. */
export const MAX_NAMES = 20_000

/** The refusal of text that is nested too deep. */
export const TOO_DEEP = `nested deeper than ${MAX_JSON_DEPTH} levels`

const QUOTE = 0x22
const COLON = 0x3a
const LIST_BEGIN = 0x5b
const OBJECT_BEGIN = 0x7b
const BLANK = 0x20
const STRUCTURE = jsonSigns('":[]{}')
const TEXTS = jsonSigns('"')

/** JSON text before it is parsed. */
export interface MeasuredJson {
  /** Why the text is refused; undefined when it is accepted. */
  readonly refusal: string | undefined
  /** The number of lists and objects that a parser creates from it. */
  readonly containers: number
}

/** Counts what a parser would create from JSON text, and checks the counts against the limits. */
export function measureJson(json: Uint8Array): MeasuredJson {
  if (json.length <= MAX_JSON_DEPTH) return { refusal: undefined, containers: 0 }
  const scanner = new JsonScanner(json, STRUCTURE)
  const keys = new Uint32Array(MAX_JSON_DEPTH + 1)
  let depth = 0
  let containers = 0
  let texts = 0
  let allKeys = 0
  for (let sign = scanner.next(); sign !== 0; sign = scanner.next()) {
    if (sign === QUOTE) {
      if (++texts > MAX_TEXTS) return refused(`more than ${MAX_TEXTS} texts and keys`)
    } else if (sign === COLON) {
      allKeys++
      if (countKey(keys, depth) > MAX_OBJECT_KEYS) return refused(`an object has more than ${MAX_OBJECT_KEYS} keys`)
    } else if (sign === LIST_BEGIN || sign === OBJECT_BEGIN) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return refused(TOO_DEEP)
      if (++containers > MAX_CONTAINERS) return refused(`more than ${MAX_CONTAINERS} lists and objects`)
      keys[depth] = 0
    } else depth -= 1
  }
  if (allKeys > MAX_NAMES && hasTooManyNames(json)) return refused(`more than ${MAX_NAMES} different keys`)
  return { refusal: undefined, containers }
}

function refused(refusal: string): MeasuredJson {
  return { refusal, containers: 0 }
}

/**
 * Keys are counted by hash, so keys with the same hash count once. The seed is random: clients cannot choose keys that
 * collide.
 */
const NAME_SLOTS = 2 ** 20
const NAME_SEED = Math.floor(Math.random() * 2 ** 31)

function hasTooManyNames(json: Uint8Array): boolean {
  const scanner = new JsonScanner(json, TEXTS)
  const seen = new Uint8Array(NAME_SLOTS)
  let names = 0
  while (scanner.next() !== 0) {
    const { at, end } = scanner
    if (!isBeforeColon(json, end)) continue
    const slot = hashOf(json, at + 1, end - 1) % NAME_SLOTS
    if (seen[slot] === 0 && ++names > MAX_NAMES) return true
    seen[slot] = 1
  }
  return false
}

/** Whether a colon comes next, ignoring whitespace. */
function isBeforeColon(json: Uint8Array, start: number): boolean {
  let at = start
  while (at < json.length && (json[at] ?? 0) <= BLANK) at++
  return json[at] === COLON
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = NAME_SEED
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

// Text that closes more brackets than it opens is not JSON and has no keys to count.
function countKey(keys: Uint32Array, depth: number): number {
  const counted = (keys[depth] ?? 0) + 1
  if (depth >= 0) keys[depth] = counted
  return counted
}
