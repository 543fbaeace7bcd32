import { encodeUtf8 } from './utf8.ts'

const BLOCK_BYTES = 64
/** The marker byte and the eight bytes of length that end every message. */
const PADDING_BYTES = 9

// Messages are hashed one at a time and always to the end, so one set of buffers serves all and nothing is allocated.
const schedule = new Int32Array(80)
const state = new Int32Array(5)
let message = new DataView(new ArrayBuffer(1024))
let messageBytes = new Uint8Array(message.buffer)

/**
 * Computes the SHA-1 digest of the UTF-8 bytes of `first + second + third` and answers its five 32-bit words.
 * They live in one shared buffer: read them before the next call.
 */
export function sha1(first: string, second: string, third: string): Int32Array {
  reserve((first.length + second.length + third.length) * 3 + PADDING_BYTES + BLOCK_BYTES)
  let length = encodeUtf8(first, messageBytes, 0)
  length = encodeUtf8(second, messageBytes, length)
  length = encodeUtf8(third, messageBytes, length)
  return digest(pad(length))
}

function reserve(bytes: number): void {
  if (messageBytes.length >= bytes) return
  message = new DataView(new ArrayBuffer(bytes))
  messageBytes = new Uint8Array(message.buffer)
}

/** Appends the marker, zeros and the length in bits; answers the padded length. */
function pad(length: number): number {
  const padded = Math.ceil((length + PADDING_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
  messageBytes[length] = 0x80
  messageBytes.fill(0, length + 1, padded - 4)
  // The format has 64 bits for the length; the lower 32 hold that of half a gigabyte, the longest text there is.
  message.setUint32(padded - 4, length * 8)
  return padded
}

function digest(length: number): Int32Array {
  state[0] = 0x67452301
  state[1] = 0xefcdab89
  state[2] = 0x98badcfe
  state[3] = 0x10325476
  state[4] = 0xc3d2e1f0
  for (let offset = 0; offset < length; offset += BLOCK_BYTES) {
    expand(offset)
    compress()
  }
  return state
}

/** Spreads the 16 words of one block over the 80 rounds. */
function expand(offset: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) w[i] = message.getInt32(offset + i * 4)
  for (let i = 16; i < 80; i++) {
    const mixed = word(w, i - 3) ^ word(w, i - 8) ^ word(w, i - 14) ^ word(w, i - 16)
    w[i] = (mixed << 1) | (mixed >>> 31)
  }
}

function compress(): void {
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  for (let i = 0; i < 80; i++) {
    const rotated = ((a << 5) | (a >>> 27)) + e + word(schedule, i) + mix(i, b, c, d)
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = rotated | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
}

/** The function of a round and its constant: there is one pair for each quarter of the rounds. */
function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

function word(words: Int32Array, index: number): number {
  // Every caller's index is below the length, which the compiler cannot see.
  return words[index] as number
}
