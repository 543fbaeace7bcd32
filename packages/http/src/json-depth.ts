/** Deeper nesting than any request needs is refused before anything walks it. */
export const MAX_JSON_DEPTH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
// Brackets and braces differ in this one bit, and no other sign of JSON's structure shares the result.
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * Whether JSON text nests deeper than {@link MAX_JSON_DEPTH}, found out without recursion. Works on UTF-8 because none
 * of the signs it looks for is part of a longer character.
 */
export function isTooDeep(json: Uint8Array): boolean {
  if (json.length <= MAX_JSON_DEPTH) return false
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfString(json, at)
    else if ((byte | BRACE_BIT) === OPENING) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if ((byte | BRACE_BIT) === CLOSING) depth -= 1
  }
  return false
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
