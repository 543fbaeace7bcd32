const INDEX_BITS = 14
const REGISTERS = 1 << INDEX_BITS
/** What is left of a hash behind the index; a register holds at most one more. */
const RANK_BITS = 64 - INDEX_BITS
/** Bits of the high word behind the index. */
const HIGH_RANK_BITS = 32 - INDEX_BITS

/** Registers of six bits, four to three bytes. */
export const SKETCH_BYTES = (REGISTERS * 6) / 8

/**
 * How many users there are, without keeping them: HyperLogLog (Flajolet and others, 2007) with 16,384 registers, and
 * so a standard error of 0.81 %. A register holds the longest run of zeros, plus one, among the users it stands for.
 */
export class UserSketch {
  readonly #registers = new Uint8Array(REGISTERS)

  /** Whether that changed it. */
  add(high: number, low: number): boolean {
    const index = high >>> HIGH_RANK_BITS
    const rank = rankOf(high, low)
    // The index has 14 bits, so the register exists.
    if (rank <= (this.#registers[index] as number)) return false
    this.#registers[index] = rank
    return true
  }

  /** Whether that changed it. */
  merge(other: UserSketch): boolean {
    const registers = this.#registers
    const others = other.#registers
    let isChanged = false
    // A callback for each of 16,384 registers takes six times as long.
    for (let index = 0; index < REGISTERS; index++) {
      // Both have that many.
      const rank = others[index] as number
      if (rank <= (registers[index] as number)) continue
      registers[index] = rank
      isChanged = true
    }
    return isChanged
  }

  /**
   * The estimate that Ertl found (arXiv 1702.01284, section 3): it needs no other way of counting for small sets, and
   * no table to correct it by.
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
    // Nobody asks beyond the last register.
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

/** What the registers that no user reached say. */
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

/** What the registers that can go no higher say. */
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
