const INDEX_BITS = 14
const REGISTERS = 1 << INDEX_BITS
/** The bits of a hash after the index. A register holds at most one more than this. */
const RANK_BITS = 64 - INDEX_BITS
/** The bits of the high word after the index. */
const HIGH_RANK_BITS = 32 - INDEX_BITS

/** Registers have six bits, so four of them take three bytes. */
export const SKETCH_BYTES = (REGISTERS * 6) / 8

/**
 * Estimates the number of users without storing them: HyperLogLog (Flajolet and others, 2007) with 16,384 registers,
 * and therefore a standard error of 0.81 %. A register holds the longest run of zeros, plus one, among its users.
 */
export class UserSketch {
  readonly #registers = new Uint8Array(REGISTERS)

  /** Adds a user and returns whether that changed the sketch. */
  add(high: number, low: number): boolean {
    const index = high >>> HIGH_RANK_BITS
    const rank = rankOf(high, low)
    // The index has 14 bits, so the register exists.
    if (rank <= (this.#registers[index] as number)) return false
    this.#registers[index] = rank
    return true
  }

  /** Adds all users of another sketch, and returns whether that changed this one. */
  merge(other: UserSketch): boolean {
    const registers = this.#registers
    const others = other.#registers
    let isChanged = false
    // A callback for each of 16,384 registers takes six times as long.
    for (let index = 0; index < REGISTERS; index++) {
      // Both sketches have the same number of registers.
      const rank = others[index] as number
      if (rank <= (registers[index] as number)) continue
      registers[index] = rank
      isChanged = true
    }
    return isChanged
  }

  /**
   * The estimate by Ertl (arXiv 1702.01284, section 3). It needs no other method for small sets, and no table of
   * corrections.
   */
  get size(): number {
    const counts = this.#rankCounts()
    let sum = REGISTERS * tau(1 - (counts[RANK_BITS + 1] ?? 0) / REGISTERS)
    for (let rank = RANK_BITS; rank >= 1; rank--) sum = 0.5 * (sum + (counts[rank] ?? 0))
    sum += REGISTERS * sigma((counts[0] ?? 0) / REGISTERS)
    return Math.round((REGISTERS * REGISTERS) / (2 * Math.LN2 * sum))
  }

  write(bytes: Uint8Array, offset: number): void {
    let at = offset
    for (let index = 0; index < REGISTERS; index += 4) {
      const three =
        (this.#at(index) << 18) | (this.#at(index + 1) << 12) | (this.#at(index + 2) << 6) | this.#at(index + 3)
      bytes[at++] = three >> 16
      bytes[at++] = three >> 8
      bytes[at++] = three
    }
  }

  static read(bytes: Uint8Array, offset: number): UserSketch {
    const sketch = new UserSketch()
    const registers = sketch.#registers
    let index = 0
    for (let at = offset; index < REGISTERS; at += 3) {
      const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
      registers[index++] = three >> 18
      registers[index++] = (three >> 12) & 63
      registers[index++] = (three >> 6) & 63
      registers[index++] = three & 63
    }
    return sketch
  }

  #at(index: number): number {
    // Callers stay within the registers.
    return this.#registers[index] as number
  }

  #rankCounts(): Uint32Array {
    const counts = new Uint32Array(RANK_BITS + 2)
    for (const rank of this.#registers) {
      const known = Math.min(rank, RANK_BITS + 1)
      counts[known] = (counts[known] ?? 0) + 1
    }
    return counts
  }
}

function rankOf(high: number, low: number): number {
  const rest = high << INDEX_BITS
  if (rest !== 0) return Math.clz32(rest) + 1
  return Math.min(HIGH_RANK_BITS + Math.clz32(low), RANK_BITS) + 1
}

/** Returns the contribution of registers that no user reached. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY
  let power = share
  let weight = 1
  let sum = share
  for (let before = -1; sum !== before; ) {
    before = sum
    power *= power
    sum += power * weight
    weight += weight
  }
  return sum
}

/** Returns the contribution of registers that hold the maximum. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0
  let root = share
  let weight = 1
  let sum = 1 - share
  for (let before = -1; sum !== before; ) {
    before = sum
    root = Math.sqrt(root)
    weight *= 0.5
    sum -= (1 - root) ** 2 * weight
  }
  return sum / 3
}
