import { JsonScanner, jsonSigns } from '@flagdeck/core/store'

const encoder = new TextEncoder()
/** A byte order mark is an ordinary character here. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const NON_NUMBERS = ['NaN', 'Infinity', '-Infinity'].map((word) => encoder.encode(word))
const FIRST_SIGNS = jsonSigns('NI-')
const NULL = encoder.encode('null')
/** The maximum growth of a text, which consists of NaN only. */
const GROWTH = 4 / 3

/** Replaces the NaN and Infinity that some SDKs write into their JSON by null. The time is proportional to the text. */
export function withoutNonNumbers(text: string): string {
  if (!text.includes('NaN') && !text.includes('Infinity')) return text
  const json = encoder.encode(text)
  const cleaned = new Uint8Array(Math.ceil(json.length * GROWTH))
  const scanner = new JsonScanner(json, FIRST_SIGNS)
  let length = 0
  let kept = 0
  while (scanner.next() !== 0) {
    // The scanner also reports the `I` of `-Infinity`, which is already replaced.
    const taken = scanner.at < kept ? 0 : lengthOfNonNumber(json, scanner.at)
    if (taken === 0) continue
    length = copy(json, kept, scanner.at, cleaned, length)
    length = copy(NULL, 0, NULL.length, cleaned, length)
    kept = scanner.at + taken
  }
  length = copy(json, kept, json.length, cleaned, length)
  return decoder.decode(cleaned.subarray(0, length))
}

// Outside of strings, a longer word with this prefix would not be JSON either.
function lengthOfNonNumber(json: Uint8Array, at: number): number {
  for (const word of NON_NUMBERS) if (isAt(json, at, word)) return word.length
  return 0
}

function isAt(json: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let offset = 0; offset < word.length; offset++) if (json[at + offset] !== word[offset]) return false
  return true
}

/** Shorter parts are copied byte by byte: creating a view of them would take longer. */
const SHORT_BYTES = 64

/** Copies a part of bytes into other bytes, and returns the position after it. */
function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  if (end - start > SHORT_BYTES) to.set(from.subarray(start, end), at)
  else for (let offset = 0; offset < end - start; offset++) to[at + offset] = from[start + offset] ?? 0
  return at + end - start
}
