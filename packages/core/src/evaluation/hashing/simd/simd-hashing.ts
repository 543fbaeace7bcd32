import type { Distribution, HashAhead } from '../hash.ts'
import { type FourHashes, fourHashes } from './four-hashes.ts'
import { HashGroup } from './hash-group.ts'

/**
 * Hashes for four flags in one pass, in WebAssembly, when all flags are evaluated for one subject. Pass it to
 * `compileDefinitions` as `hashing`. The decisions are the same without it (EVAL-64), but take longer, as they do on
 * runtimes without WebAssembly SIMD. It has no effect on single flags.
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
 * The groups of one snapshot. Flags join a group when they are first hashed. Flags with the same criteria are hashed
 * for the same subjects, so they tend to be in one group.
 */
class GroupedHashes implements HashAhead {
  readonly #four: FourHashes
  readonly #snapshot = ++snapshots
  /** The group that is not full yet, by salt and length of the prefix. */
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
