// Prints src/evaluation/hashing/sha1-compress.ts; `pnpm generate` writes it. SHA-1 is FIPS 180-4: constants of section
// 4.2.1, functions of 4.1.1, rounds of 6.1.2. There, a round stores the sum in a new `a` and moves the other registers.
// Here, the names rotate instead, with a period of five rounds.

type Registers = readonly [a: string, b: string, c: string, d: string, e: string]

/** Twenty rounds of the same kind. */
interface Stage {
  readonly comment: string
  readonly constant: string
  readonly mix: (b: string, c: string, d: string) => string
}

const parity: Stage['mix'] = (b, c, d) => `(${b} ^ ${c} ^ ${d})`

const STAGES: readonly Stage[] = [
  {
    comment: 'Rounds 0 to 19: `b` chooses between `c` and `d`.',
    constant: '0x5a827999',
    mix: (b, c, d) => `(${d} ^ (${b} & (${c} ^ ${d})))`,
  },
  { comment: 'Rounds 20 to 39: the parity of all three.', constant: '0x6ed9eba1', mix: parity },
  {
    comment: 'Rounds 40 to 59: the majority of the three.',
    constant: '0x8f1bbcdc',
    mix: (b, c, d) => `((${b} & ${c}) | (${d} & (${b} ^ ${c})))`,
  },
  { comment: 'Rounds 60 to 79: parity again.', constant: '0xca62c1d6', mix: parity },
]
const ROUNDS_OF_A_STAGE = 20
const WORDS = 16
/**
 * With this number, all stages use the same names, so the file compresses well. At most WORDS of them are in use at a
 * time.
 */
const WORD_NAMES = 20
const REGISTERS: Registers = ['a', 'b', 'c', 'd', 'e']

function stageLines({ comment, constant, mix }: Stage, stage: number): readonly string[] {
  const rounds = Array.from({ length: ROUNDS_OF_A_STAGE }, (_, n) => {
    const round = stage * ROUNDS_OF_A_STAGE + n
    return [...scheduleLines(round), ...roundLines(round, mix)]
  })
  return ['', `// ${comment}`, `${stage === 0 ? 'let ' : ''}k = ${constant}`, ...rounds.flat()]
}

/** Returns the lines for the word of a round: of the block, or mixed from four earlier words. */
function scheduleLines(round: number): readonly string[] {
  if (round < WORDS) return []
  const word = wordOf(round)
  const mixed = [16, 14, 8, 3].map((before) => wordOf(round - before)).join(' ^ ')
  return [`${round < WORD_NAMES ? 'let ' : ''}${word} = ${mixed}`, rotated(word, 1)]
}

function roundLines(round: number, mix: Stage['mix']): readonly string[] {
  const [a, b, c, d, e] = registersOf(round)
  const sum = `(((((${e} + k) | 0) + ${wordOf(round)}) | 0) + ${mix(b, c, d)}) | 0`
  return [`${e} = ((${sum}) + ((${a} << 5) | (${a} >>> 27))) | 0`, rotated(b, 30)]
}

function wordOf(round: number): string {
  return `w${round % WORD_NAMES}`
}

/** Returns the names of the five registers in a round. */
function registersOf(round: number): Registers {
  const moved = REGISTERS.length - (round % REGISTERS.length)
  // The length is the same.
  return REGISTERS.map((_, n) => REGISTERS[(n + moved) % REGISTERS.length]) as unknown as Registers
}

function rotated(name: string, bits: number): string {
  return `${name} = (${name} << ${bits}) | (${name} >>> ${32 - bits})`
}

const words = Array.from(
  { length: WORDS },
  (_, n) => `let w${n} = word(message, ${n === 0 ? 'offset' : `offset + ${n}`})`,
)
const registers = REGISTERS.map((name, n) => `let ${name} = word(state, ${n})`)
const sums = REGISTERS.map((name, n) => `state[${n}] = word(state, ${n}) + ${name}`)

process.stdout.write(`// The compression function of SHA-1 for one block. scripts/print-sha1-compress.ts generates its 80 rounds. With a loop,
// V8 stores the sixteen words in memory and moves the five registers after every round, which takes twice the time.
// Here the names of the registers rotate instead. Every sum is truncated to 32 bits immediately: otherwise V8 uses 64
// bits and is slower. \`a\`, the result of the previous round, is added last.

/** Mixes the sixteen words of \`message\` at \`offset\` into the five words of \`state\` (FIPS 180-4, section 6.1.2). */
export function compress(state: Int32Array, message: Int32Array, offset: number): void {
${[...words, ...registers, ...STAGES.flatMap(stageLines), '', ...sums].join('\n')}
}

function word(words: Int32Array, index: number): number {
  // Callers ensure that the block is in the message, and a state has five words; the compiler cannot see either.
  return words[index] as number
}
`)
