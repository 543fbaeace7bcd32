// SHA-1 (FIPS 180-4) of four messages in one pass, as a WebAssembly module with SIMD: every register holds a word of
// each message. The module is assembled here, round by round, so that its code can be reviewed. sha1.ts is the plain
// version.

type Code = readonly number[]

/** The maximum number of blocks of 64 bytes in a message. */
export const MAX_BLOCKS = 4

/** The positions in its memory that the module reads and writes, in bytes. */
export const PLACES = { own: 0, shared: MAX_BLOCKS * 256, digest: MAX_BLOCKS * 320 } as const

const [I32, V128] = [0x7f, 0x7b]
const [ADD_I32, SUB_I32, BR_IF, LOOP, END, NOTHING] = [0x6a, 0x6b, 0x0d, 0x03, 0x0b, 0x40]

/** Encodes an unsigned number as in WebAssembly: seven bits to a byte, the lowest first. */
function leb(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]
}

const simd = (instruction: number): Code => [0xfd, ...leb(instruction)]
const [LOAD, LOAD_SPLAT, STORE, CONST] = [simd(0x00), simd(0x09), simd(0x0b), simd(0x0c)]
const [AND, OR, XOR] = [simd(0x4e), simd(0x50), simd(0x51)]
const [SHIFT_LEFT, SHIFT_RIGHT, ADD] = [simd(0xab), simd(0xad), simd(0xae)]

const get = (local: number): Code => [0x20, local]
const set = (local: number): Code => [0x21, local]
const tee = (local: number): Code => [0x22, local]
/**
 * Encodes a signed number. No number here is so large that the highest of its seven bits would be taken for the sign.
 */
const i32 = (value: number): Code =>
  value < 64 ? [0x41, value] : [0x41, (value & 127) | 128, ...signedEnd(value >>> 7)]
const signedEnd = (value: number): Code => (value < 64 ? [value] : [(value & 127) | 128, ...signedEnd(value >>> 7)])

/** Returns the code for the same word in all four lanes. */
function constant(word: number): Code {
  const bytes = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]
  return [...CONST, ...bytes, ...bytes, ...bytes, ...bytes]
}

function combine(instruction: Code, first: Code, ...others: readonly Code[]): Code {
  return [...first, ...others.flatMap((other) => [...other, ...instruction])]
}

function rotated(value: Code, bits: number): Code {
  return combine(OR, [...value, ...i32(bits), ...SHIFT_LEFT], [...value, ...i32(32 - bits), ...SHIFT_RIGHT])
}

// The locals: the remaining blocks, the position of the next one, sixteen words, five registers, the current digest.
const [BLOCKS, OWN, SHARED] = [0, 1, 2]
const K = 3
const word = (round: number) => 4 + (round % 16)
/** The names of the registers rotate instead of their content: see sha1-compress.ts. */
const register = (n: number, round: number) => 20 + ((n + 80 - round) % 5)
const digest = (n: number) => 25 + n
const VECTORS = 27
const FIVE = [0, 1, 2, 3, 4]

const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
const CONSTANTS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]

type Mix = (b: Code, c: Code, d: Code) => Code
const parity: Mix = (b, c, d) => combine(XOR, b, c, d)
const choice: Mix = (b, c, d) => combine(XOR, d, combine(AND, b, combine(XOR, c, d)))
const majority: Mix = (b, c, d) => combine(OR, combine(AND, b, c), combine(AND, d, combine(XOR, b, c)))
const MIXES = [choice, parity, majority, parity]

/**
 * Returns the code for the word of a round: the XOR of each message's own part and the shared part, or a mix of four
 * earlier words.
 */
function scheduled(round: number): Code {
  if (round >= 16) {
    const mixed = combine(XOR, ...([16, 14, 8, 3].map((before) => get(word(round - before))) as [Code, ...Code[]]))
    return [...mixed, ...set(word(round)), ...rotated(get(word(round)), 1)]
  }
  const own = [...get(OWN), ...LOAD, 4, ...leb(round * 16)]
  return combine(XOR, own, [...get(SHARED), ...LOAD_SPLAT, 2, ...leb(round * 4)])
}

function roundCode(round: number): Code {
  const [a, b, c, d, e] = FIVE.map((n) => register(n, round)) as [number, number, number, number, number]
  const stage = Math.floor(round / 20)
  const mixed = (MIXES[stage] as Mix)(get(b), get(c), get(d))
  const sum = combine(ADD, get(e), get(K), [...scheduled(round), ...tee(word(round))], mixed, rotated(get(a), 5))
  const start = round % 20 === 0 ? [...constant(CONSTANTS[stage] as number), ...set(K)] : []
  return [...start, ...sum, ...set(e), ...rotated(get(b), 30), ...set(b)]
}

/** Returns the code of the function, which takes the number of blocks. */
function hashFunction(): Code {
  const next = (local: number, bytes: number) => [...get(local), ...i32(bytes), ADD_I32, ...set(local)]
  const storeDigest = (n: number) => [...i32(PLACES.digest), ...get(digest(n)), ...STORE, 4, ...leb(n * 16)]
  return [
    ...[2, 2, I32, VECTORS, V128],
    ...[...i32(PLACES.own), ...set(OWN), ...i32(PLACES.shared), ...set(SHARED)],
    ...FIVE.flatMap((n) => [...constant(START[n] as number), ...set(digest(n))]),
    ...[LOOP, NOTHING],
    ...FIVE.flatMap((n) => [...get(digest(n)), ...set(register(n, 0))]),
    ...Array.from({ length: 80 }, (_, round) => roundCode(round)).flat(),
    ...FIVE.flatMap((n) => [...combine(ADD, get(digest(n)), get(register(n, 80))), ...set(digest(n))]),
    ...[...next(OWN, 256), ...next(SHARED, 64)],
    ...[...get(BLOCKS), ...i32(1), SUB_I32, ...tee(BLOCKS), BR_IF, 0, END],
    // A position has 60 bits, so two of the five words are needed.
    ...[...storeDigest(0), ...storeDigest(1)],
    END,
  ]
}

/** Returns the bytes of the module, which exports its memory as `m` and the function as `f`. */
export function sha1Module(): Uint8Array<ArrayBuffer> {
  const section = (id: number, code: Code) => [id, ...leb(code.length), ...code]
  const name = (letter: string) => [1, letter.charCodeAt(0)]
  const body = hashFunction()
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('m'), 2, 0, ...name('f'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ])
}
