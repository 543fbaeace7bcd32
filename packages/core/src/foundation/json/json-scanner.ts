const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Returns the signs at which a scanner stops, as a table by byte. All are ASCII; a quote represents a whole text. */
export function jsonSigns(signs: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const sign of signs) table[sign.charCodeAt(0)] = 1
  return table
}

/**
 * Scans JSON from sign to sign, without recursion and for any nesting; signs inside a text are skipped. It reads UTF-8,
 * because no sign is part of a longer character. It does not validate the JSON.
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

  /** The position of the last found sign; for a text, of its first quote. */
  get at(): number {
    return this.#at
  }

  /** The position after that sign; for a text, after its last quote, or after all bytes if it has none. */
  get end(): number {
    return this.#next
  }

  /** Returns the byte of the next sign before `until`; 0 if there is none. A later call continues from there. */
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

/** The length up to which a text is scanned byte by byte, which is faster than a search for the next quote. */
const SHORT_BYTES = 64

/**
 * Returns the end of a text that starts at `start`; after all bytes if it does not end. The time is proportional to its
 * length.
 */
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

/** Whether a sign is escaped, in a text that was scanned up to `start`. */
function isEscaped(json: Uint8Array, start: number, at: number): boolean {
  let first = at
  while (first > start && json[first - 1] === BACKSLASH) first--
  return (at - first) % 2 === 1
}
