import type { ConditionSet, Variant } from '../../flags/filters/flag-filters.ts'
import type { Decision } from '../decision.ts'
import { type Distribution, placeOf } from '../hashing/hash.ts'
import type { FlagFrame } from './flag-frame.ts'
import { percentage } from './percentage.ts'
import { matchReason } from './reason.ts'

/** What a condition gives to those it lets in. */
export interface Choice {
  /** Whether it depends on the identifier; otherwise any identifier, even none, will do. */
  readonly isHashed: boolean
  readonly variants: VariantTable
  /** What each variant gets. */
  readonly decisions: readonly Decision[]
  /** What all others get. */
  readonly remainder: Decision
}

/** How the variants of a flag divide its subjects: each has those from its predecessor's limit up to its own. */
export interface VariantTable {
  readonly keys: readonly string[]
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
  return { keys: variants.map((variant) => variant.key), limits, distribution }
}

/** Compiles what the condition at `index` gives: its own variant, the hashed one, or plain `true`. */
export function compileChoice(
  condition: ConditionSet,
  index: number,
  flag: Pick<FlagFrame, 'answers' | 'variants'>,
): Choice {
  const { keys, limits } = flag.variants
  const fixed = (remainder: Decision) => ({ isHashed: false, variants: flag.variants, decisions: [], remainder })
  const why = matchReason(index)
  const pinned = condition.variant
  // An override that names no variant of the flag is ignored.
  if (pinned && keys.includes(pinned)) return fixed(flag.answers.variant(pinned, why))
  const decisions = keys.map((key) => flag.answers.variant(key, why))
  // Shares that add up to less than 100 leave some without a variant: they get true.
  const remainder = flag.answers.on(why)
  const first = limits.findIndex((limit) => limit > 0)
  if (first === -1) return fixed(remainder)
  if ((limits[first] ?? 0) >= 1) return fixed(decisions[first] ?? remainder)
  return { isHashed: true, variants: flag.variants, decisions, remainder }
}

/** What an identifier that is let in gets. */
export function choose({ isHashed, variants, decisions, remainder }: Choice, identifier: string): Decision {
  if (!isHashed) return remainder
  const place = placeOf(identifier, variants.distribution)
  return decisions[sliceOf(place, variants.limits)] ?? remainder
}

function sliceOf(place: number, limits: readonly number[]): number {
  let index = 0
  while (index < limits.length && place >= (limits[index] as number)) index++
  return index
}
