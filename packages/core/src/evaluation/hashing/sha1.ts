import type { PackedText } from './packed-text.ts'
import { compress } from './sha1-compress.ts'

const BLOCK_WORDS = 16
/** The marker byte and the eight bytes of length at the end of every message. */
const PADDING_BYTES = 9

// Messages are hashed one at a time and to the end, so all share one set of buffers. Only long messages allocate a
// buffer, which is released afterwards.
const state = new Int32Array(5)
const MAX_KEPT_WORDS = 64 * BLOCK_WORDS
const kept = new Int32Array(MAX_KEPT_WORDS)

/**
 * Computes the SHA-1 digest of `first + second + third` and returns its five 32-bit words. They are in a shared buffer:
 * read them before the next call.
 */
export function sha1(first: PackedText, second: PackedText, third: PackedText): Int32Array {
  const words = blockWords(first.byteLength + second.byteLength + third.byteLength)
  const message = words > MAX_KEPT_WORDS ? new Int32Array(words) : kept
  for (let i = 0; i << 2 < first.byteLength; i++) message[i] = first.words[i] as number
  writeEnd(message, first.byteLength, second, third)
  state[0] = 0x67452301
  state[1] = 0xefcdab89
  state[2] = 0x98badcfe
  state[3] = 0x10325476
  state[4] = 0xc3d2e1f0
  for (let offset = 0; offset < words; offset += BLOCK_WORDS) compress(state, message, offset)
  return state
}

/** Returns the number of words in the blocks of a message, from its bytes. */
export function blockWords(byteLength: number): number {
  return ((byteLength + PADDING_BYTES + 63) >>> 6) * BLOCK_WORDS
}

/** Writes two texts and the end of the message after its first `at` bytes; the rest of its last word is zero. */
export function writeEnd(message: Int32Array, at: number, first: PackedText, second: PackedText): void {
  const behind = at + first.byteLength
  append(message, first, at)
  if (second.byteLength > 0) append(message, second, behind)
  pad(message, behind + second.byteLength)
}

/**
 * Writes a text after the first `at` bytes of the message. Every index is below a length, which the compiler cannot
 * see.
 */
function append(message: Int32Array, { words, byteLength }: PackedText, at: number): void {
  const used = (at & 3) << 3
  const count = (byteLength + 3) >> 2
  let index = at >> 2
  // The started part of a word, in its highest bytes.
  let begun = used === 0 ? 0 : (message[index] as number)
  for (let i = 0; i < count; i++) {
    const next = words[i] as number
    message[index++] = begun | (next >>> used)
    // Twice, because a shift by 32 bits is a shift by 0 bits.
    begun = (next << (31 - used)) << 1
  }
  message[index] = begun
}

/** Appends the marker, zeros and the length in bits. */
function pad(message: Int32Array, byteLength: number): void {
  const words = blockWords(byteLength)
  const bits = (byteLength & 3) << 3
  const index = byteLength >> 2
  message[index] = (bits === 0 ? 0 : (message[index] as number)) | (0x80000000 >>> bits)
  for (let i = index + 1; i < words - 1; i++) message[i] = 0
  // The format has 64 bits for the length; the lower 32 suffice for half a gigabyte, the longest possible text.
  message[words - 1] = byteLength << 3
}
