import { type Distribution, fractionOf, type HashedTogether } from '../hash.ts'
import { packOnce } from '../packed-text.ts'
import { blockWords, writeEnd } from '../sha1.ts'
import type { FourHashes } from './four-hashes.ts'

const LANES = 4

/** Up to four distributions with the same salt and with prefixes of the same length; four are hashed in one pass. */
export class HashGroup implements HashedTogether {
  readonly snapshot: number
  readonly #four: FourHashes
  // Bound: OUT-8 definitions
  readonly #members: Distribution[] = []
  /** The prefixes in the format of `FourHashes.own`; undefined until there are four. */
  #own: Int32Array | undefined

  constructor(snapshot: number, four: FourHashes) {
    this.snapshot = snapshot
    this.#four = four
  }

  add(member: Distribution): void {
    member.group?.dissolve()
    member.group = this
    this.#members.push(member)
    if (this.isFull) this.#own = interleaved(this.#members)
  }

  get isFull(): boolean {
    return this.#members.length === LANES
  }

  /**
   * Releases the members when one joins the group of a newer snapshot: otherwise deleted flags would stay in memory
   * through the group.
   */
  dissolve(): void {
    // The remaining members are hashed separately until they join another group.
    for (const member of this.#members) member.group = undefined
    this.#members.length = 0
    this.#own = undefined
  }

  /**
   * Computes the positions of an identifier in all four; false if separate hashing is as fast, or if the identifier is
   * too long.
   */
  find(identifier: string): boolean {
    const { own, shared, digest, hash } = this.#four
    const prefixes = this.#own
    const [first] = this.#members
    if (!prefixes || !first) return false
    const packed = packOnce(identifier)
    const words = blockWords(first.prefix.byteLength + packed.byteLength + first.salt.byteLength)
    if (words > shared.length) return false
    writePrefixes(own, prefixes)
    for (let i = first.prefix.byteLength >> 2; i >= 0; i--) shared[i] = 0
    writeEnd(shared, first.prefix.byteLength, packed, first.salt)
    hash(words >> 4)
    for (let lane = 0; lane < LANES; lane++) {
      const member = this.#members[lane] as Distribution
      member.lastPlace = fractionOf(digest[lane] as number, digest[lane + LANES] as number)
      member.lastIdentifier = identifier
    }
    return true
  }
}

/** The number of words in `FourHashes.own`, which all groups of the process share, that are not zero. */
let written = 0

function writePrefixes(own: Int32Array, prefixes: Int32Array): void {
  const { length } = prefixes
  for (let i = 0; i < length; i++) own[i] = prefixes[i] as number
  for (let i = length; i < written; i++) own[i] = 0
  written = length
}

function interleaved(members: readonly Distribution[]): Int32Array {
  const lists = members.map(({ prefix }) => prefix.words)
  return Int32Array.from({ length: LANES * (lists[0]?.length ?? 0) }, (_, n) => lists[n % LANES]?.[n >> 2] ?? 0)
}
