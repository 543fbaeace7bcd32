import type { UserSet, UserSource } from '../user-set.ts'
import { WORD_BITS } from './transpose.ts'

/** Up to 32 users, and which of some answers each of them met. */
export interface MetBlock {
  /** Two words for each user, the high one first; signed, because V8 makes an object of each that is larger. */
  readonly hashes: Int32Array
  /** A word for each answer, and in it a bit for each user who met it in this time. */
  readonly met: Uint32Array
  /** The same of those who met it for the first time ever; empty where nobody asks. */
  readonly first: Uint32Array
}

/** Which of the words of a block to look at. */
export type MetKind = 'met' | 'first'

/** Who met which answers in a time. It takes a bit for each user and answer, and does not change. */
export class MetUsers {
  readonly #blocks: readonly MetBlock[]
  readonly bytes: number

  constructor(blocks: readonly MetBlock[]) {
    this.#blocks = blocks
    this.bytes = blocks.reduce((sum, block) => sum + bytesOf(block), 0)
  }

  /** How many users there are of an answer; someone who came by several times may be among them several times. */
  count(place: number, kind: MetKind): number {
    let users = 0
    for (const block of this.#blocks) users += bitsIn(block[kind][place] ?? 0)
    return users
  }

  /** The users of an answer; null when there are none. */
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
      // Every bit is that of a user, who has two words.
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
