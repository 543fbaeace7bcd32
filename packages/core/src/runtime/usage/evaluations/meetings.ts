import type { UserHash } from '../user-hash.ts'
import { bytesOf, type MetBlock, MetUsers } from './met-users.ts'
import { transpose, WORD_BITS } from './transpose.ts'

const NO_WORDS = new Uint32Array()

export interface MeetingsOptions {
  /** Whether to tell those apart who meet an answer for the first time. */
  readonly knowsFirst: boolean
  /** Hears of memory that will be free after the next {@link Meetings.take}. */
  readonly onGrown: (bytes: number) => void
}

/**
 * Which users met which answers, as they come: a row of bits for each user. What is wanted of it in the end is the users of
 * each answer, so every 32 rows are turned into a word for each answer.
 */
export class Meetings {
  readonly #options: MeetingsOptions
  /** Words in a row. */
  #width: number
  #met: Uint32Array<ArrayBuffer>
  #first: Uint32Array<ArrayBuffer>
  readonly #hashes = new Int32Array(2 * WORD_BITS)
  #users = 0
  #offset = 0
  // Bound: OUT-8 users-counted-here
  #blocks: MetBlock[] = []
  #bytes = 0

  /** @param width words of bits, one for each answer */
  constructor(width: number, options: MeetingsOptions) {
    this.#options = options
    this.#width = width
    this.#met = this.#rows()
    this.#first = options.knowsFirst ? this.#rows() : NO_WORDS
  }

  get bytes(): number {
    return this.#bytes + this.#met.byteLength + this.#first.byteLength
  }

  /** From now on, and until there is a wider row or all of it was taken, meetings are of this user. */
  begin({ high, low }: UserHash): void {
    if (this.#users === WORD_BITS) this.#endBlock()
    this.#hashes[2 * this.#users] = high
    this.#hashes[2 * this.#users + 1] = low
    this.#offset = this.#users * this.#width
    this.#users++
  }

  /**
   * Notes answers that the user met, as bits of a word of the row.
   * @param first those of them that were met for the first time
   */
  note(word: number, met: number, first: number): void {
    const at = this.#offset + word
    // A row has a word for every answer.
    this.#met[at] = (this.#met[at] as number) | met
    if (this.#options.knowsFirst) this.#first[at] = (this.#first[at] as number) | first
  }

  /** Makes room for so many words in a row. */
  widen(width: number): void {
    if (width <= this.#width) return
    this.#endBlock()
    this.#width = width
    this.#met = this.#rows()
    if (this.#options.knowsFirst) this.#first = this.#rows()
  }

  /** Hands out all of it, and begins anew. */
  take(): MetUsers {
    this.#endBlock()
    const taken = new MetUsers(this.#blocks)
    this.#blocks = []
    this.#bytes = 0
    return taken
  }

  #endBlock(): void {
    if (this.#users === 0) return
    const block = {
      hashes: this.#hashes.slice(0, 2 * this.#users),
      met: columnsOf(this.#met, this.#width),
      first: columnsOf(this.#first, this.#options.knowsFirst ? this.#width : 0),
    }
    this.#met.fill(0)
    this.#first.fill(0)
    this.#users = 0
    this.#blocks.push(block)
    const bytes = bytesOf(block)
    this.#bytes += bytes
    this.#options.onGrown(bytes)
  }

  #rows(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(WORD_BITS * this.#width)
  }
}

/** A word for each answer, made of 32 rows of so many words. */
function columnsOf(rows: Uint32Array, width: number): Uint32Array {
  const columns = new Uint32Array(WORD_BITS * width)
  for (let word = 0; word < width; word++) {
    const from = WORD_BITS * word
    // There are 32 rows.
    for (let row = 0; row < WORD_BITS; row++) columns[from + row] = rows[row * width + word] as number
    transpose(columns, from)
  }
  return columns
}
