/** Bytes that a user takes in a list. */
export const HASH_BYTES = 8

const FIRST_CAPACITY = 8

/**
 * Users as their 64-bit hashes, each once: a table of high and low words with free places between them, found by the
 * low word. The hash 0 marks a free place, so nobody may have it.
 */
export class UserList {
  #words = new Uint32Array(2 * FIRST_CAPACITY)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Whether the user was new. */
  add(high: number, low: number): boolean {
    const place = this.#placeOf(high >>> 0, low >>> 0)
    if (this.#words[place] !== 0 || this.#words[place + 1] !== 0) return false
    this.#words[place] = high
    this.#words[place + 1] = low
    this.#size++
    if (this.#size * 4 > this.#words.length) this.#grow()
    return true
  }

  visit(take: (high: number, low: number) => void): void {
    const words = this.#words
    for (let at = 0; at < words.length; at += 2) {
      // Both words exist: the length is even.
      const high = words[at] as number
      const low = words[at + 1] as number
      if ((high | low) !== 0) take(high, low)
    }
  }

  /** Writes the hashes in order, the first byte being the highest, and answers the offset after them. */
  write(bytes: Uint8Array, offset: number): number {
    const hashes = new BigUint64Array(this.#size)
    let count = 0
    this.visit((high, low) => {
      hashes[count++] = (BigInt(high) << 32n) | BigInt(low)
    })
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    hashes.sort().forEach((hash, index) => {
      view.setBigUint64(offset + index * HASH_BYTES, hash)
    })
    return offset + count * HASH_BYTES
  }

  /** Where the hash is, or the free place where it belongs. One place in two is free, so there is always one. */
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
