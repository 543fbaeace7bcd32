import type { Decision, Reason } from '../definition/decision.ts'
import type { ConditionSet, Variant } from '../definition/flag-filters.ts'
import { type Distribution, distribution, hashedPlace, VARIANT_SALT } from '../hashing/hash.ts'
import { type PackedText, packText } from '../hashing/packed-text.ts'
import type { Answers } from './answers.ts'
import { percentage } from './percentage.ts'
import { reason } from './reason.ts'

/** The result of a condition for included subjects. */
export interface Choice {
  /** Whether it depends on the identifier; otherwise it is the same for any identifier, even none. */
  readonly isHashed: boolean
  readonly variants: VariantTable
  /** The variant for subjects without a hashed one; null for plain `true`. */
  readonly otherwise: string | null
  readonly answers: Answers
  readonly why: Reason
  /**
   * The decision for each variant, followed by the one without a variant. They are created on first use, because few
   * variants of few condition sets ever occur.
   */
  readonly decisions: (Decision | undefined)[]
}

/**
 * How the variants of a flag divide its subjects: each has the positions from its predecessor's limit up to its own.
 */
export interface VariantTable {
  readonly keys: readonly string[]
  /** Running sums of the variants' shares, between 0 and 1. */
  readonly limits: readonly number[]
  readonly distribution: Distribution
}

/** The data about variants that the conditions of one flag share. */
export interface FlagVariants {
  readonly variants: VariantTable
  readonly variantKeys: ReadonlySet<string>
  readonly answers: Answers
}

const NO_VARIANTS: VariantTable = { keys: [], limits: [], distribution: distribution(packText('')) }

/** Compiles the variants of a flag. `prefix` precedes every identifier that the flag hashes. */
export function variantTable(variants: readonly Variant[], prefix: PackedText): VariantTable {
  if (variants.length === 0) return NO_VARIANTS
  let limit = 0
  // Summed in stored order and as doubles: any other way would move subjects at the limits.
  const limits = variants.map((variant) => {
    limit += percentage(variant.rollout_percentage, 'a variant') / 100
    return limit
  })
  const keys = variants.map((variant) => variant.key)
  return { keys, limits, distribution: distribution(prefix, VARIANT_SALT) }
}

/** Compiles the result of the condition at `index`: its own variant, the hashed one, or plain `true`. */
export function compileChoice(
  condition: ConditionSet,
  index: number,
  { variants, variantKeys, answers }: FlagVariants,
): Choice {
  const { keys, limits } = variants
  const { variant } = condition
  // An override with an unknown variant is ignored.
  const pinned = variant && variantKeys.has(variant) ? variant : undefined
  const first = limits.findIndex((limit) => limit > 0)
  const only = (limits[first] ?? 0) >= 1 ? keys[first] : undefined
  // If the sum of the shares is below 100, the remaining subjects get true.
  const otherwise = pinned ?? only ?? null
  const isHashed = otherwise === null && first !== -1
  const decisions = placesFor(isHashed ? keys.length + 1 : 1)
  return { variants, answers, why: reason('condition_match', index), otherwise, isHashed, decisions }
}

/**
 * An array that is empty at first allocates 17 places with the first item, so one for few decisions is created with
 * their exact number.
 */
function placesFor(count: number): undefined[] {
  return new Array<undefined>(count < 17 ? count : 0).fill(undefined)
}

/** Returns the decision for an included identifier. */
export function choose(choice: Choice, identifier: string): Decision {
  const { isHashed, variants, decisions } = choice
  const index = isHashed ? sliceOf(hashedPlace(identifier, variants.distribution), variants.limits) : 0
  const known = decisions[index]
  if (known) return known
  const drawn = isHashed ? variants.keys[index] : undefined
  const decision = choice.answers.on(drawn ?? choice.otherwise, choice.why)
  decisions[index] = decision
  return decision
}

function sliceOf(place: number, limits: readonly number[]): number {
  let index = 0
  while (index < limits.length && place >= (limits[index] as number)) index++
  return index
}
