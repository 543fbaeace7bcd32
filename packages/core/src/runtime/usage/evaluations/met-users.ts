import type { UserSet, UserSource } from '../user-set.ts'
import { WORD_BITS } from './transpose.ts'

/** Up to 32 users, and which results each of them got. */
export interface MetBlock {
  /**
   * Two words for each user, the high one first. They are signed, because V8 allocates an object for each larger
   * number.
   */
  readonly hashes: Int32Array
  /** A word for each result, with a bit for each user who got it in this period. */
  readonly met: Uint32Array
  /** The same for users who got it for the first time ever; empty when that is not recorded. */
  readonly first: Uint32Array
}

/** Which words of a block to read. */
export type MetKind = 'met' | 'first'

/** The users who got each result in a period. It takes one bit for each user and result, and does not change. */
export class MetUsers {
  readonly #blocks: readonly MetBlock[]
  readonly bytes: number

  constructor(blocks: readonly MetBlock[]) {
    this.#blocks = blocks
    this.bytes = blocks.reduce((sum, block) => sum + bytesOf(block), 0)
  }

  /** Returns the number of users with a result. A user who has several blocks may be counted several times. */
  count(place: number, kind: MetKind): number {
    let users = 0
    for (const block of this.#blocks) users += bitsIn(block[kind][place] ?? 0)
    return users
  }

  /** Returns the users with a result; null when there are none. */
  of(place: number, kind: MetKind): UserSource | null {
    const blocks = this.#blocks
    if (!blocks.some((block) => (block[kind][place] ?? 0) !== 0)) return null
    return { keptIn: this, addTo: (set) => addUsers(blocks, place, kind, set) }
  }
}

export function bytesOf({ hashes, met, first }: MetBlock): number {
  return hashes.byteLength + met.byteLength + first.byteLength
}

function addUsers(blocks: readonly MetBlock[], place: number, kind: MetKind, set: UserSet): boolean {
  let isChanged = false
  for (const block of blocks) {
    const { hashes } = block
    for (let users = block[kind][place] ?? 0; users !== 0; users &= users - 1) {
      const at = 2 * (WORD_BITS - 1 - Math.clz32(users & -users))
      // Every bit belongs to a user, who has two words.
      if (set.add(hashes[at] as number, hashes[at + 1] as number)) isChanged = true
    }
  }
  return isChanged
}

function bitsIn(word: number): number {
  let bits = 0
  for (let left = word; left !== 0; left &= left - 1) bits++
  return bits
}
