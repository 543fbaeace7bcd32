/** Deeper nesting than any request needs is refused before anything walks it. */
export const MAX_JSON_DEPTH = 64
/** Nor needs any so many: everything that looks at each key of an object would keep others waiting. */
export const MAX_OBJECT_KEYS = 10_000
/** Lists and objects of one text. A parser makes each of them, and hundreds of thousands keep others waiting. */
export const MAX_CONTAINERS = 100_000
/** Texts of one text, names of keys among them: for each, engines look whether they have it already. */
export const MAX_TEXTS = 75_000
/** Different names of keys in one text: for each, engines make a new shape of objects, which takes them a microsecond. */
export const MAX_NAMES = 20_000

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const BLANK = 0x20
// Brackets and braces differ in this one bit, and no other sign of JSON's structure shares the result.
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * Why JSON text is refused before it is parsed; undefined when it is not. Found out without recursion, and on UTF-8,
 * because none of the signs it looks for is part of a longer character.
 */
export function beyondBounds(json: Uint8Array): string | undefined {
  if (json.length <= MAX_JSON_DEPTH) return undefined
  const keys = new Uint32Array(MAX_JSON_DEPTH + 1)
  let depth = 0
  let containers = 0
  let texts = 0
  let allKeys = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) {
      at = endOfString(json, at)
      if (++texts > MAX_TEXTS) return `more than ${MAX_TEXTS} texts and keys`
    } else if (byte === COLON) {
      allKeys++
      if (countKey(keys, depth) > MAX_OBJECT_KEYS) return `an object has more than ${MAX_OBJECT_KEYS} keys`
    } else if ((byte | BRACE_BIT) === OPENING) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH} levels`
      if (++containers > MAX_CONTAINERS) return `more than ${MAX_CONTAINERS} lists and objects`
      keys[depth] = 0
    } else if ((byte | BRACE_BIT) === CLOSING) depth -= 1
  }
  return allKeys > MAX_NAMES && hasTooManyNames(json) ? `more than ${MAX_NAMES} different keys` : undefined
}

/** Names by their hash: two that share one count once. Nobody knows the seed, so nobody finds many that do. */
const NAME_SLOTS = 2 ** 20
const NAME_SEED = Math.floor(Math.random() * 2 ** 31)

function hasTooManyNames(json: Uint8Array): boolean {
  const seen = new Uint8Array(NAME_SLOTS)
  let names = 0
  for (let at = 0; at < json.length; at++) {
    if (json[at] !== QUOTE) continue
    const end = endOfString(json, at)
    if (isKeyEnd(json, end)) {
      const slot = hashOf(json, at + 1, end) % NAME_SLOTS
      if (seen[slot] === 0 && ++names > MAX_NAMES) return true
      seen[slot] = 1
    }
    at = end
  }
  return false
}

/** Whether a colon comes behind the text that ends here, blanks aside. */
function isKeyEnd(json: Uint8Array, end: number): boolean {
  let at = end + 1
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

// What is closed more often than it was opened is no JSON, and has no keys to count.
function countKey(keys: Uint32Array, depth: number): number {
  const counted = (keys[depth] ?? 0) + 1
  if (depth >= 0) keys[depth] = counted
  return counted
}

/** The quote that ends the text which begins here, or where the bytes end. */
export function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
