import type { UserHash } from '../user-hash.ts'
import { bytesOf, type MetBlock, MetUsers } from './met-users.ts'
import { transpose, WORD_BITS } from './transpose.ts'

const NO_WORDS = new Uint32Array()

export interface MeetingsOptions {
  /** Whether to record separately which users got a result for the first time. */
  readonly knowsFirst: boolean
  /** Receives the number of bytes that the next {@link Meetings.take} will free. */
  readonly onGrown: (bytes: number) => void
}

/**
 * Records which users got which results: a row of bits for each user. The output is the users of each result, so every
 * 32 rows are transposed into one word for each result.
 */
export class Meetings {
  readonly #options: MeetingsOptions
  /** The number of words in a row. */
  #width: number
  #met: Uint32Array<ArrayBuffer>
  #first: Uint32Array<ArrayBuffer>
  readonly #hashes = new Int32Array(2 * WORD_BITS)
  #users = 0
  #offset = 0
  // Bound: OUT-8 users-counted-here
  #blocks: MetBlock[] = []
  #bytes = 0

  /** @param width words of bits in a row, with one bit for each result */
  constructor(width: number, options: MeetingsOptions) {
    this.#options = options
    this.#width = width
    this.#met = this.#rows()
    this.#first = options.knowsFirst ? this.#rows() : NO_WORDS
  }

  get bytes(): number {
    return this.#bytes + this.#met.byteLength + this.#first.byteLength
  }

  /**
   * Starts the row of a user. Notes are about this user until the next call, until rows become wider, or until {@link
   * take}.
   */
  begin({ high, low }: UserHash): void {
    if (this.#users === WORD_BITS) this.#endBlock()
    this.#hashes[2 * this.#users] = high
    this.#hashes[2 * this.#users + 1] = low
    this.#offset = this.#users * this.#width
    this.#users++
  }

  /**
   * Notes results of the user, as bits of a word of the row.
   * @param first those of them that the user got for the first time
   */
  note(word: number, met: number, first: number): void {
    const at = this.#offset + word
    // A row has a word for every result.
    this.#met[at] = (this.#met[at] as number) | met
    if (this.#options.knowsFirst) this.#first[at] = (this.#first[at] as number) | first
  }

  /** Widens rows to this number of words. */
  widen(width: number): void {
    if (width <= this.#width) return
    this.#endBlock()
    this.#width = width
    this.#met = this.#rows()
    if (this.#options.knowsFirst) this.#first = this.#rows()
  }

  /** Returns everything that was recorded, and starts over. */
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

/** Returns a word for each result, from 32 rows of `width` words. */
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
