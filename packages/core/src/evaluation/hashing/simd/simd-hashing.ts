import type { Distribution, HashAhead } from '../hash.ts'
import { type FourHashes, fourHashes } from './four-hashes.ts'
import { HashGroup } from './hash-group.ts'

/**
 * Hashes for four flags at once, in WebAssembly, where all flags are asked about one subject: hand it to
 * `compileDefinitions` as `hashing`. The decisions are the same without it (EVAL-64), and without it they take longer:
 * it is where there is no WebAssembly with SIMD, too. For single flags it does nothing.
 *
 * @example
 * const snapshot = compileDefinitions(definitions, { hashing: simdHashing })
 */
export function simdHashing(): HashAhead | undefined {
  const four = fourHashes()
  return four ? new GroupedHashes(four) : undefined
}

let snapshots = 0

/**
 * The groups of one snapshot. Flags join one when they are first hashed, so those that ask the same of a subject, and
 * are hashed for the same ones, tend to be together.
 */
class GroupedHashes implements HashAhead {
  readonly #four: FourHashes
  readonly #snapshot = ++snapshots
  /** By salt and length of the prefix, the group that is not full yet. */
  // Bound: OUT-8 definitions
  readonly #open = new Map<string, HashGroup>()

  constructor(four: FourHashes) {
    this.#four = four
  }

  find(identifier: string, distribution: Distribution): boolean {
    const { group } = distribution
    if (group?.snapshot === this.#snapshot) return group.find(identifier)
    this.#join(distribution)
    return false
  }

  #join(distribution: Distribution): void {
    const kind = `${distribution.salt.byteLength} ${distribution.prefix.byteLength}`
    const group = this.#open.get(kind) ?? new HashGroup(this.#snapshot, this.#four)
    group.add(distribution)
    if (group.isFull) this.#open.delete(kind)
    else this.#open.set(kind, group)
  }
}
