import type { Decision, Reason } from '../definition/decision.ts'
import type { ConditionSet, Variant } from '../definition/flag-filters.ts'
import { type Distribution, distribution, hashedPlace, VARIANT_SALT } from '../hashing/hash.ts'
import { type PackedText, packText } from '../hashing/packed-text.ts'
import type { Answers } from './answers.ts'
import { percentage } from './percentage.ts'
import { reason } from './reason.ts'

/** What a condition gives to those it lets in. */
export interface Choice {
  /** Whether it depends on the identifier; otherwise any identifier, even none, will do. */
  readonly isHashed: boolean
  readonly variants: VariantTable
  /** The variant of those who get none by their identifier; null for plain `true`. */
  readonly otherwise: string | null
  readonly answers: Answers
  readonly why: Reason
  /**
   * What those of each variant get, and after them those of none, once the first of them has come: few variants of few
   * condition sets are ever drawn.
   */
  readonly decisions: (Decision | undefined)[]
}

/** How the variants of a flag divide its subjects: each has those from its predecessor's limit up to its own. */
export interface VariantTable {
  readonly keys: readonly string[]
  /** Running sums of the variants' shares, between 0 and 1. */
  readonly limits: readonly number[]
  readonly distribution: Distribution
}

/** What the conditions of one flag share of its variants. */
export interface FlagVariants {
  readonly variants: VariantTable
  readonly variantKeys: ReadonlySet<string>
  readonly answers: Answers
}

const NO_VARIANTS: VariantTable = { keys: [], limits: [], distribution: distribution(packText('')) }

/** `prefix` is what the flag puts before every identifier that it hashes. */
export function variantTable(variants: readonly Variant[], prefix: PackedText): VariantTable {
  if (variants.length === 0) return NO_VARIANTS
  let limit = 0
  // Summed in stored order and in doubles: any other way moves people at the borders.
  const limits = variants.map((variant) => {
    limit += percentage(variant.rollout_percentage, 'a variant') / 100
    return limit
  })
  const keys = variants.map((variant) => variant.key)
  return { keys, limits, distribution: distribution(prefix, VARIANT_SALT) }
}

/** Compiles what the condition at `index` gives: its own variant, the hashed one, or plain `true`. */
export function compileChoice(
  condition: ConditionSet,
  index: number,
  { variants, variantKeys, answers }: FlagVariants,
): Choice {
  const { keys, limits } = variants
  const { variant } = condition
  // An override that names no variant of the flag is ignored.
  const pinned = variant && variantKeys.has(variant) ? variant : undefined
  const first = limits.findIndex((limit) => limit > 0)
  const only = (limits[first] ?? 0) >= 1 ? keys[first] : undefined
  // Shares that add up to less than 100 leave some without a variant: they get true.
  const otherwise = pinned ?? only ?? null
  const isHashed = otherwise === null && first !== -1
  const decisions = placesFor(isHashed ? keys.length + 1 : 1)
  return { variants, answers, why: reason('condition_match', index), otherwise, isHashed, decisions }
}

/** An array that begins empty takes 17 places with the first of them, so that one of few takes exactly these. */
function placesFor(count: number): undefined[] {
  return new Array<undefined>(count < 17 ? count : 0).fill(undefined)
}

/** What an identifier that is let in gets. */
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
