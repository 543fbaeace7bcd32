import type { Decision } from '../definition/decision.ts'
import type { ConditionSet, Variant } from '../definition/flag-filters.ts'
import { type Distribution, placeOf } from '../hashing/hash.ts'
import type { Answers } from './answers.ts'
import { percentage } from './percentage.ts'
import { matchReason } from './reason.ts'

/** What a condition gives to those it lets in. */
export interface Choice {
  /** Whether it depends on the identifier; otherwise any identifier, even none, will do. */
  readonly isHashed: boolean
  readonly variants: VariantTable
  /** What those of each variant get, once the first of them has come: few variants of few condition sets are ever drawn. */
  readonly decisions: (Decision | undefined)[]
  readonly decisionOf: (key: string) => Decision
  /** What all others get. */
  readonly remainder: Decision
}

/** How the variants of a flag divide its subjects: each has those from its predecessor's limit up to its own. */
export interface VariantTable {
  readonly keys: readonly string[]
  readonly names: ReadonlySet<string>
  /** Running sums of the variants' shares, between 0 and 1. */
  readonly limits: readonly number[]
  readonly distribution: Distribution
}

export function variantTable(variants: readonly Variant[], distribution: Distribution): VariantTable {
  let limit = 0
  // Summed in stored order and in doubles: any other way moves people at the borders.
  const limits = variants.map((variant) => {
    limit += percentage(variant.rollout_percentage, 'a variant') / 100
    return limit
  })
  const keys = variants.map((variant) => variant.key)
  return { keys, names: new Set(keys), limits, distribution }
}

/** Compiles what the condition at `index` gives: its own variant, the hashed one, or plain `true`. */
export function compileChoice(
  condition: ConditionSet,
  index: number,
  flag: { readonly answers: Answers; readonly variants: VariantTable },
): Choice {
  const { keys, names, limits } = flag.variants
  const why = matchReason(index)
  const decisionOf = (key: string) => flag.answers.variant(key, why)
  const choice = { variants: flag.variants, decisions: [], decisionOf }
  const fixed = (remainder: Decision) => ({ ...choice, isHashed: false, remainder })
  const pinned = condition.variant
  // An override that names no variant of the flag is ignored.
  if (pinned && names.has(pinned)) return fixed(decisionOf(pinned))
  // Shares that add up to less than 100 leave some without a variant: they get true.
  const remainder = flag.answers.on(why)
  const first = limits.findIndex((limit) => limit > 0)
  if (first === -1) return fixed(remainder)
  const only = (limits[first] ?? 0) >= 1 ? keys[first] : undefined
  return only === undefined ? { ...choice, isHashed: true, remainder } : fixed(decisionOf(only))
}

/** What an identifier that is let in gets. */
export function choose({ isHashed, variants, decisions, decisionOf, remainder }: Choice, identifier: string): Decision {
  if (!isHashed) return remainder
  const index = sliceOf(placeOf(identifier, variants.distribution), variants.limits)
  const known = decisions[index]
  if (known) return known
  const key = variants.keys[index]
  if (key === undefined) return remainder
  const decision = decisionOf(key)
  decisions[index] = decision
  return decision
}

function sliceOf(place: number, limits: readonly number[]): number {
  let index = 0
  while (index < limits.length && place >= (limits[index] as number)) index++
  return index
}
