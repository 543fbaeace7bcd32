// Prints src/evaluation/hashing/sha1-compress.ts; `pnpm generate` writes it. SHA-1 is FIPS 180-4: constants of section
// 4.2.1, functions of 4.1.1, rounds of 6.1.2. A round there takes the sum into a new `a` and moves the registers along;
// here the names move instead, and come round every five.

type Registers = readonly [a: string, b: string, c: string, d: string, e: string]

/** Twenty rounds that are alike. */
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
/** As many as let a stage name everything as the one before it does, which compresses well; no more than WORDS are in use. */
const WORD_NAMES = 20
const REGISTERS: Registers = ['a', 'b', 'c', 'd', 'e']

function stageLines({ comment, constant, mix }: Stage, stage: number): readonly string[] {
  const rounds = Array.from({ length: ROUNDS_OF_A_STAGE }, (_, n) => {
    const round = stage * ROUNDS_OF_A_STAGE + n
    return [...scheduleLines(round), ...roundLines(round, mix)]
  })
  return ['', `// ${comment}`, `${stage === 0 ? 'let ' : ''}k = ${constant}`, ...rounds.flat()]
}

/** The word of a round: of the block, or mixed of four before it. */
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

/** The names that the five registers have in a round. */
function registersOf(round: number): Registers {
  const moved = REGISTERS.length - (round % REGISTERS.length)
  // As many as there were.
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

process.stdout.write(`// SHA-1's compression of one block, with its 80 rounds written out by scripts/print-sha1-compress.ts. In a loop, V8 keeps
// the sixteen words in memory and moves the five registers along after every round, which takes twice the time; here each
// round works on the names that the registers have by then. Every sum is cut to 32 bits at once: left to the end, V8
// counts in 64 and is slower again, and what a round has last, \`a\`, is added last.

/** Brings the sixteen words of \`message\` from \`offset\` on into the five words of \`state\` (FIPS 180-4, section 6.1.2). */
export function compress(state: Int32Array, message: Int32Array, offset: number): void {
${[...words, ...registers, ...STAGES.flatMap(stageLines), '', ...sums].join('\n')}
}

function word(words: Int32Array, index: number): number {
  // Callers see to it that the block is in the message, and a state has five words; the compiler knows of neither.
  return words[index] as number
}
`)
