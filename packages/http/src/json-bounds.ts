/** Deeper nesting than any request needs is refused before anything walks it. */
export const MAX_JSON_DEPTH = 64
/** Nor needs any so many: everything that looks at each key of an object would keep others waiting. */
export const MAX_OBJECT_KEYS = 10_000

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
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
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === COLON) {
      if (countKey(keys, depth) > MAX_OBJECT_KEYS) return `an object has more than ${MAX_OBJECT_KEYS} keys`
    } else if ((byte | BRACE_BIT) === OPENING) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH} levels`
      keys[depth] = 0
    } else if ((byte | BRACE_BIT) === CLOSING) depth -= 1
  }
  return undefined
}

// What is closed more often than it was opened is no JSON, and has no keys to count.
function countKey(keys: Uint32Array, depth: number): number {
  const counted = (keys[depth] ?? 0) + 1
  if (depth >= 0) keys[depth] = counted
  return counted
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
