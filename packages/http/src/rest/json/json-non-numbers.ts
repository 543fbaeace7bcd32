import { JsonScanner, jsonSigns } from '@flagdeck/core/store'

const encoder = new TextEncoder()
/** A mark at the beginning is a sign like any other here. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const NON_NUMBERS = ['NaN', 'Infinity', '-Infinity'].map((word) => encoder.encode(word))
const FIRST_SIGNS = jsonSigns('NI-')
const NULL = encoder.encode('null')
/** How much longer a text becomes at most: when all of it is NaN. */
const GROWTH = 4 / 3

/** Some SDKs write NaN and Infinity into their JSON; they are read as null. Takes time in proportion to the text. */
export function withoutNonNumbers(text: string): string {
  if (!text.includes('NaN') && !text.includes('Infinity')) return text
  const json = encoder.encode(text)
  const cleaned = new Uint8Array(Math.ceil(json.length * GROWTH))
  const scanner = new JsonScanner(json, FIRST_SIGNS)
  let length = 0
  let kept = 0
  while (scanner.next() !== 0) {
    // The name in a word that begins with a minus is a sign of its own.
    const taken = scanner.at < kept ? 0 : lengthOfNonNumber(json, scanner.at)
    if (taken === 0) continue
    length = copy(json, kept, scanner.at, cleaned, length)
    length = copy(NULL, 0, NULL.length, cleaned, length)
    kept = scanner.at + taken
  }
  length = copy(json, kept, json.length, cleaned, length)
  return decoder.decode(cleaned.subarray(0, length))
}

// Outside of strings, a longer word that begins like this would be no JSON either.
function lengthOfNonNumber(json: Uint8Array, at: number): number {
  for (const word of NON_NUMBERS) if (isAt(json, at, word)) return word.length
  return 0
}

function isAt(json: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let offset = 0; offset < word.length; offset++) if (json[at + offset] !== word[offset]) return false
  return true
}

/** A shorter part is copied byte by byte: to make a view of it would take longer. */
const SHORT_BYTES = 64

/** Copies a part of bytes to a place in others; answers where it ends there. */
function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  if (end - start > SHORT_BYTES) to.set(from.subarray(start, end), at)
  else for (let offset = 0; offset < end - start; offset++) to[at + offset] = from[start + offset] ?? 0
  return at + end - start
}
