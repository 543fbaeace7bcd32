import { LRUCache } from 'lru-cache'
import { USAGE_MEASURES } from '../../../data/records/usage.ts'
import { usageKeyOfDefinition } from '../../../data/records/usage-key.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { FlagDefinition } from '../../../evaluation/definition/definitions.ts'
import { variantsOf } from '../../../evaluation/definition/filter-parts.ts'

/** Replaces all names beyond the number that is counted separately. */
export const OTHER_NAME = '$other'

/**
 * The number of undefined variants of a flag that are counted separately. It is limited because clients can send any.
 */
const MAX_FOREIGN = 50
const MAX_LENGTH = 200
/**
 * The number of flags whose undefined variants are cached, and the bytes of all of them. Those of other flags are
 * loaded again.
 */
const MAX_FLAGS = 1000
const MAX_BYTES = 8 * 1024 * 1024
const BYTES_BESIDE_NAME = 64

/** The names under which the variants of flags are counted. */
export class VariantNames {
  // Bound: OUT-8 foreign-variants
  readonly #foreign = new LRUCache<string, Set<string>>({
    max: MAX_FLAGS,
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
  })

  /**
   * Returns the name of a variant; undefined when the store must first be queried for the other variants, see {@link
   * load}.
   */
  nameOf(flag: FlagDefinition, variant: string): string | undefined {
    if (isDefined(flag, variant)) return variant
    if (variant.length > MAX_LENGTH) return OTHER_NAME
    const foreign = this.#foreign.get(placeOf(flag))
    if (!foreign) return undefined
    if (foreign.has(variant)) return variant
    if (foreign.size >= MAX_FOREIGN) return OTHER_NAME
    foreign.add(variant)
    // Updates the size of the cache entry.
    this.#foreign.set(placeOf(flag), foreign)
    return variant
  }

  /** Loads the variants of a flag that were counted although the flag does not define them. */
  async load(tx: ReadTransaction, flag: FlagDefinition): Promise<void> {
    if (this.#foreign.has(placeOf(flag))) return
    const foreign = new Set<string>()
    for (const measure of USAGE_MEASURES) {
      const query = {
        measure,
        period: 'day',
        from: '',
        until: '~',
        flagKeys: [usageKeyOfDefinition(flag)],
        by: ['variant'],
      } as const
      for (const { variant = '' } of await tx.usageCounts.sum(flag.team_id, query)) {
        if (variant !== OTHER_NAME && !isDefined(flag, variant)) foreign.add(variant)
      }
    }
    this.#foreign.set(placeOf(flag), foreign)
  }
}

function bytesOf(names: ReadonlySet<string>): number {
  let bytes = BYTES_BESIDE_NAME
  for (const name of names) bytes += 2 * name.length + BYTES_BESIDE_NAME
  return bytes
}

function placeOf(flag: FlagDefinition): string {
  return `${flag.team_id}/${usageKeyOfDefinition(flag)}`
}

const definedBy = new WeakMap<FlagDefinition, ReadonlySet<string>>()

function isDefined(flag: FlagDefinition, variant: string): boolean {
  if (variant === 'true' || variant === 'false' || variant === '') return true
  let defined = definedBy.get(flag)
  if (!defined) {
    defined = new Set(variantsOf(flag.filters).map(({ key }) => key))
    definedBy.set(flag, defined)
  }
  return defined.has(variant)
}
