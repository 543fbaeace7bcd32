const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The signs that a scanner stops at, as a table by byte. All are ASCII; a quote stands for a whole text. */
export function jsonSigns(signs: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const sign of signs) table[sign.charCodeAt(0)] = 1
  return table
}

/**
 * Goes over JSON from sign to sign, without recursion and whatever it is nested like; what looks like a sign inside of a
 * text is none. It reads UTF-8, because no sign is part of a longer character, and does not mind what is no JSON.
 *
 * @example
 * const scanner = new JsonScanner(bytes, jsonSigns('[{'))
 * while (scanner.next() !== 0) containers++
 */
export class JsonScanner {
  readonly #json: Uint8Array
  readonly #signs: Uint8Array
  #at = 0
  #next = 0

  constructor(json: Uint8Array, signs: Uint8Array) {
    this.#json = json
    this.#signs = signs
  }

  /** Where the sign is that was found last; of a text, its first quote. */
  get at(): number {
    return this.#at
  }

  /** Where it goes on: behind that sign; of a text, behind its last quote, or beyond the bytes when it has none. */
  get end(): number {
    return this.#next
  }

  /** The byte of the next sign that begins before `until`; 0 when there is none. It can go on from there. */
  next(until = this.#json.length): number {
    const json = this.#json
    const signs = this.#signs
    let at = this.#next
    while (at < until) {
      const byte = json[at] ?? 0
      const end = byte === QUOTE ? endOfText(json, at) : at + 1
      if (signs[byte] === 1) {
        this.#at = at
        this.#next = end
        return byte
      }
      at = end
    }
    this.#next = at
    return 0
  }
}

/** Looked at byte by byte, which is faster than to ask where the next quote is. */
const SHORT_BYTES = 64

/** Where a text ends that begins here; behind all bytes when it does not. Takes time in proportion to it. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length) {
    const until = Math.min(json.length, at + SHORT_BYTES)
    while (at < until && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
    if (at < until) return at + 1
    const quote = json.indexOf(QUOTE, at)
    if (quote < 0) break
    if (!isEscaped(json, at, quote)) return quote + 1
    at = quote + 1
  }
  return json.length + 1
}

/** Whether a sign is escaped, in a text that is read up to `start`. */
function isEscaped(json: Uint8Array, start: number, at: number): boolean {
  let first = at
  while (first > start && json[first - 1] === BACKSLASH) first--
  return (at - first) % 2 === 1
}
