import type { DefinitionsDocument, FlagDefinition } from '@flagdeck/core'
import { type PlainFilter, plainFilter } from './plain-filter.ts'
import type { Value } from './question.ts'

/** A flag of the workloads in the words that all libraries share; the peers translate it into their own. */
export interface PlainFlag {
  readonly key: string
  /** None: the flag is on or off. */
  readonly variants: readonly Share<string>[]
  /**
   * With falling percentages. Flagdeck hashes a subject once for all conditions of a flag and so lets in whom the
   * largest percentage lets in that applies; in this order, that is what libraries say that stop at the first one.
   */
  readonly conditions: readonly PlainCondition[]
}

export interface PlainCondition {
  /** All of them have to pass. */
  readonly filters: readonly PlainFilter[]
  readonly percentage: number
}

/** Of all subjects that a condition applies to, or of those that it lets in. */
export interface Share<Outcome> {
  readonly value: Outcome
  readonly percentage: number
}

export function plainFlags({ flags }: DefinitionsDocument): PlainFlag[] {
  return flags.map(plainFlag)
}

/** What comes of a condition, with the share of each outcome; together 100 %. */
export function sharesOf({ variants }: PlainFlag, { percentage }: PlainCondition): Share<Value>[] {
  const enabled = variants.length === 0 ? [{ value: true, percentage: 100 }] : variants
  const shares = enabled.map((share) => ({ value: share.value, percentage: (share.percentage * percentage) / 100 }))
  return percentage === 100 ? shares : [...shares, { value: false, percentage: 100 - percentage }]
}

/** Whether subjects are hashed to decide a flag. Every library has a hash of its own. */
export function isHashed({ variants, conditions }: PlainFlag): boolean {
  return variants.length > 0 || conditions.some(({ percentage }) => percentage > 0 && percentage < 100)
}

function plainFlag({ key, active, filters }: FlagDefinition): PlainFlag {
  if (!active) throw new Error(`no workload has a flag that is off, and ${key} is`)
  const variants = filters.multivariate?.variants ?? []
  const conditions = filters.groups.map((group) => ({
    filters: (group.properties ?? []).map(plainFilter),
    percentage: group.rollout_percentage ?? 100,
  }))
  return {
    key,
    variants: variants.map((variant) => ({ value: variant.key, percentage: variant.rollout_percentage })),
    conditions: conditions.sort((a, b) => b.percentage - a.percentage),
  }
}
