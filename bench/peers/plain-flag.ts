import type { DefinitionsDocument, FlagDefinition } from '@flagdeck/core'
import { type PlainFilter, plainFilter } from './plain-filter.ts'
import type { Value } from './question.ts'

/** A flag of the workloads in terms that all libraries share; the peers convert it to their own. */
export interface PlainFlag {
  readonly key: string
  /** Empty for a boolean flag. */
  readonly variants: readonly Share<string>[]
  /**
   * With decreasing percentages. Flagdeck hashes a subject once for all conditions of a flag, so the largest percentage
   * of all matching conditions applies. In this order, libraries that stop at the first matching condition give the
   * same result.
   */
  readonly conditions: readonly PlainCondition[]
}

export interface PlainCondition {
  /** All of them have to match. */
  readonly filters: readonly PlainFilter[]
  readonly percentage: number
}

/** A share of all subjects that match a condition, or of those that its percentage includes. */
export interface Share<Outcome> {
  readonly value: Outcome
  readonly percentage: number
}

export function plainFlags({ flags }: DefinitionsDocument): PlainFlag[] {
  return flags.map(plainFlag)
}

/** Returns the outcomes of a condition with the share of each; together 100 %. */
export function sharesOf({ variants }: PlainFlag, { percentage }: PlainCondition): Share<Value>[] {
  const enabled = variants.length === 0 ? [{ value: true, percentage: 100 }] : variants
  const shares = enabled.map((share) => ({ value: share.value, percentage: (share.percentage * percentage) / 100 }))
  return percentage === 100 ? shares : [...shares, { value: false, percentage: 100 - percentage }]
}

/** Whether subjects are hashed to evaluate a flag. Every library has a different hash. */
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
