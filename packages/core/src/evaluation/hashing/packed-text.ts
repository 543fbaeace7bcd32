import { encodeUtf8 } from './utf8.ts'

/** A text as SHA-1 reads it: its UTF-8 bytes, four to a word with the first in the highest place, then zeros. */
export interface PackedText {
  /** As many as the bytes need, and perhaps more that mean nothing. */
  readonly words: readonly number[]
  readonly byteLength: number
}

// Callers ask many flags about one subject, so what was packed last is kept; the next text takes its place.
const last = { text: '', words: [] as number[], byteLength: 0 }

/** No identifier is longer, and nothing that is should stay in memory when it has been hashed. */
const MAX_KEPT_LENGTH = 1000

/** Packs a text that is not needed for long: the answer is the same object each time, so read it before the next call. */
export function packOnce(text: string): PackedText {
  if (text.length > MAX_KEPT_LENGTH) return packAnew(text)
  if (text !== last.text) {
    last.byteLength = pack(text, last.words)
    last.text = text
  }
  return last
}

/** Packs a text to keep, such as the prefix that a flag puts before every identifier. */
export function packText(text: string): PackedText {
  const { words, byteLength } = packOnce(text)
  return { words: words.slice(0, (byteLength + 3) >> 2), byteLength }
}

function packAnew(text: string): PackedText {
  const words: number[] = []
  return { words, byteLength: pack(text, words) }
}

/** Answers the number of bytes. */
function pack(text: string, words: number[]): number {
  let word = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x80) return packWide(text, words)
    word = (word << 8) | unit
    if ((i & 3) === 3) words[i >> 2] = word
  }
  const missing = -text.length & 3
  if (missing > 0) words[text.length >> 2] = word << (missing << 3)
  return text.length
}

/** The same for characters outside ASCII, which are several bytes each. */
function packWide(text: string, words: number[]): number {
  const bytes = new Uint8Array(text.length * 3 + 3)
  const byteLength = encodeUtf8(text, bytes, 0)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < byteLength; at += 4) words[at >> 2] = view.getInt32(at)
  return byteLength
}
