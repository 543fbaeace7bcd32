/** The bytes that a user takes in a written list. */
export const HASH_BYTES = 8

const FIRST_CAPACITY = 8

/** The positions of the two words of a 64-bit number in memory, which depend on the machine. */
const [LOW, HIGH] = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0]

/**
 * A set of users as 64-bit hashes: a hash table of high and low words, with free places in between, that is searched by
 * the low word. The hash 0 marks a free place, so no user can have it.
 */
export class UserList {
  #words: Uint32Array
  #size = 0

  /** @param capacity the number of users that fit without growing */
  constructor(capacity = 0) {
    let places = FIRST_CAPACITY
    while (places < 2 * capacity) places *= 2
    this.#words = new Uint32Array(2 * places)
  }

  get size(): number {
    return this.#size
  }

  /** Adds a user and returns whether the user was new. */
  add(high: number, low: number): boolean {
    const place = this.#placeOf(high >>> 0, low >>> 0)
    if (this.#words[place] !== 0 || this.#words[place + 1] !== 0) return false
    this.#words[place] = high
    this.#words[place + 1] = low
    this.#size++
    if (this.#size * 4 > this.#words.length) this.#grow()
    return true
  }

  /** Returns an independent list of the same users. */
  copy(): UserList {
    const copy = new UserList()
    copy.#words = this.#words.slice()
    copy.#size = this.#size
    return copy
  }

  visit(take: (high: number, low: number) => void): void {
    const words = this.#words
    for (let at = 0; at < words.length; at += 2) {
      // Both words exist, because the length is even.
      const high = words[at] as number
      const low = words[at + 1] as number
      if ((high | low) !== 0) take(high, low)
    }
  }

  /** Writes the hashes in ascending order as big-endian bytes, and returns the offset after them. */
  write(bytes: Uint8Array, offset: number): number {
    const sorted = this.#sorted()
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = offset
    // A 64-bit number for each user would allocate an object each.
    for (let hash = 0; hash < sorted.length; hash += 2) {
      view.setUint32(at, sorted[hash + HIGH] as number)
      view.setUint32(at + 4, sorted[hash + LOW] as number)
      at += HASH_BYTES
    }
    return at
  }

  /** Returns the words of all hashes in ascending order, as the machine stores 64-bit numbers. */
  #sorted(): Uint32Array {
    const hashes = new BigUint64Array(this.#size)
    const sorted = new Uint32Array(hashes.buffer)
    let at = 0
    this.visit((high, low) => {
      sorted[at + HIGH] = high
      sorted[at + LOW] = low
      at += 2
    })
    hashes.sort()
    return sorted
  }

  /**
   * Returns the place of the hash, or the free place where it belongs. Half of the places are free, so there is always
   * one.
   */
  #placeOf(high: number, low: number): number {
    const words = this.#words
    const mask = words.length - 2
    let place = (low << 1) & mask
    while (words[place] !== high || words[place + 1] !== low) {
      if (words[place] === 0 && words[place + 1] === 0) break
      place = (place + 2) & mask
    }
    return place
  }

  #grow(): void {
    const before = this.#words
    this.#words = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += 2) {
      const high = before[at] as number
      const low = before[at + 1] as number
      if ((high | low) === 0) continue
      const place = this.#placeOf(high, low)
      this.#words[place] = high
      this.#words[place + 1] = low
    }
  }
}
