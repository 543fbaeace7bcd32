import type { UserHash } from '../user-hash.ts'

/** Users who are noted before they are handed over: so many are added to a set while it is in the processor's cache. */
const USERS = 64

/** Takes a user who met the answer with this place, for the first time ever or for the first time in this bucket. */
export type TakeMeeting = (place: number, high: number, low: number, isFirst: boolean) => void

/**
 * Which users met answers that were news to them lately. A user meets hundreds of answers at once, and each has a set of
 * its own somewhere in memory; so the sets get many users one after the other, not a user many sets.
 */
export class NewMeetings {
  /** Words of answers in a row; a row for each user. */
  readonly #width: number
  readonly #met: Uint32Array
  readonly #first: Uint32Array
  readonly #hashes = new Uint32Array(2 * USERS)
  #users = 0
  #offset = 0

  /** @param width words of bits, one for each answer */
  constructor(width: number) {
    this.#width = width
    this.#met = new Uint32Array(USERS * width)
    this.#first = new Uint32Array(USERS * width)
  }

  get isFull(): boolean {
    return this.#users === USERS
  }

  get bytes(): number {
    return 2 * this.#met.byteLength
  }

  /** Whether there is a bit for an answer. */
  hasPlace(place: number): boolean {
    return place < 32 * this.#width
  }

  /** From now on, meetings are of this user. There must be room. */
  begin({ high, low }: UserHash): void {
    this.#hashes[2 * this.#users] = high
    this.#hashes[2 * this.#users + 1] = low
    this.#offset = this.#users * this.#width
    this.#users++
  }

  note(place: number, isFirst: boolean): void {
    const at = this.#offset + (place >>> 5)
    const bit = 1 << place
    // A row has a word for every place.
    this.#met[at] = (this.#met[at] as number) | bit
    if (isFirst) this.#first[at] = (this.#first[at] as number) | bit
  }

  /** Hands all of it out, answer by answer, and forgets it. */
  handOver(take: TakeMeeting): void {
    for (let word = 0; word < this.#width; word++) {
      let any = this.#anyOf(word)
      while (any !== 0) {
        const bit = any & -any
        any ^= bit
        this.#handOverPlace(word, 31 - Math.clz32(bit), take)
      }
    }
    this.#met.fill(0, 0, this.#users * this.#width)
    this.#first.fill(0, 0, this.#users * this.#width)
    this.#users = 0
  }

  /** The answers of a word that anybody met. */
  #anyOf(word: number): number {
    let any = 0
    for (let user = 0; user < this.#users; user++) any |= this.#met[user * this.#width + word] as number
    return any
  }

  #handOverPlace(word: number, bit: number, take: TakeMeeting): void {
    for (let user = 0; user < this.#users; user++) {
      const at = user * this.#width + word
      if ((((this.#met[at] as number) >>> bit) & 1) === 0) continue
      const isFirst = (((this.#first[at] as number) >>> bit) & 1) === 1
      take(32 * word + bit, this.#hashes[2 * user] as number, this.#hashes[2 * user + 1] as number, isFirst)
    }
  }
}
