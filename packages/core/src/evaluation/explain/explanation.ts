import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Decision } from '../definition/decision.ts'
import type { MissCode } from '../flags/reason.ts'
import { type Distribution, hashedPlace, isInShare } from '../hashing/hash.ts'
import type { IdentifierSource } from '../lookup/identifier.ts'
import type { ChangeStep } from './change-step.ts'

/** How a flag came to its decision on one subject: plain data, which can be kept and sent as JSON. */
export interface Explanation {
  readonly key: string
  /** What the engine answers; the rest says how it came to it. */
  readonly decision: Decision
  /** The decision as a sentence. */
  readonly summary: string
  /** What is wrong with the flag; null when it can be evaluated. */
  readonly problem: string | null
  /** Early access, which comes first; null when the flag does not offer it. */
  readonly enrollment: EnrollmentExplanation | null
  /** Comes second; null when the flag has none. */
  readonly holdout: HoldoutExplanation | null
  /**
   * In stored order. Those that the decision did not get to, because something before them settled it or because the
   * flag is off, are explained all the same: as if the flag were on and they were its only ones. Of a large flag some
   * are left out, and so may be filters of those that are not; each has its index.
   */
  readonly conditions: readonly ConditionExplanation[]
  /** The least that would have to be different for another answer; null when none was found, and in sub-trees. */
  readonly nearestChange: NearestChange | null
}

/** What early access said: who opted in or out is decided by that. */
export interface EnrollmentExplanation {
  /** What the person chose; null when the person did not choose, or nobody can tell, and the evaluation went on. */
  readonly answer: boolean | null
  /** The property with the choice; null for the older form, a condition set for those who have its properties. */
  readonly property: string | null
  /** What decides in the older form. */
  readonly condition: ConditionExplanation | null
  readonly problem: string | null
}

/** Whether the subject is in the group that is held out. */
export interface HoldoutExplanation {
  readonly id: JsonValue
  readonly isHeldOut: boolean
  readonly identifier: IdentifierExplanation
  /** Who is at or below the percentage is held out. */
  readonly bucket: BucketExplanation
}

/** Who a condition set or a holdout is about. */
export interface IdentifierExplanation {
  readonly source: IdentifierSource
  /** Empty when the subject has none; null when it belongs to no group of the type. */
  readonly value: string | null
}

/** Where the subject stands in a rollout. */
export interface BucketExplanation {
  /** From 0 to 1; null without an identifier. */
  readonly position: number | null
  /** 0 to 100. */
  readonly percentage: number
  /** Whether the position is at or below the percentage. */
  readonly isIn: boolean
}

/** What a condition set says of the subject by itself: `match`, why not, or that it cannot be evaluated. */
export type ConditionOutcome = 'match' | MissCode | 'failed'

/** What one condition set of a flag said to the subject. */
export interface ConditionExplanation {
  /** Counted from 0. */
  readonly index: number
  readonly description: string | null
  /** Whether the decision got this far. */
  readonly reached: boolean
  /** Whether this is the condition set that decided. */
  readonly matched: boolean
  readonly outcome: ConditionOutcome
  readonly aggregation: AggregationExplanation
  readonly identifier: IdentifierExplanation
  /** In stored order. */
  readonly filters: readonly FilterExplanation[]
  /** Null when the percentage is no number. */
  readonly rollout: BucketExplanation | null
  /** What those get whom it lets in; null for a flag without variants. */
  readonly variant: VariantExplanation | null
  readonly problem: string | null
}

/** What a condition set is about: persons, or groups of a type. */
export interface AggregationExplanation {
  /** Null for persons. */
  readonly groupTypeIndex: number | null
  /** Its name; null for persons, and for a type that the project does not have. */
  readonly groupType: string | null
}

/** How the variant was drawn. */
export interface VariantExplanation {
  /** The variant that the subject would get; null for plain true. */
  readonly chosen: string | null
  /** The condition set names the variant itself, so the position does not matter. */
  readonly isPinned: boolean
  /** From 0 to 1, other than in the rollout; null without an identifier. */
  readonly position: number | null
  /** Of more than 20 variants only that of the chosen one. */
  readonly ranges: readonly VariantRange[]
}

/** A variant is for positions from `from` up to, but not including, `to`. */
export interface VariantRange {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** What one filter wanted, and what it saw. */
export interface FilterExplanation {
  /** Counted from 0, in stored order. */
  readonly index: number
  readonly type: string
  readonly key: string
  /** `exact` where the filter names none. */
  readonly operator: string
  readonly wanted: JsonValue
  /** The property's value, whether the person is in the cohort, or what the other flag answered; null when missing. */
  readonly seen: JsonValue
  readonly isMissing: boolean
  /** Whether the decision asked for it: those before it had passed. Always true for the criteria of a cohort. */
  readonly asked: boolean
  /** Null when it cannot be evaluated. */
  readonly passed: boolean | null
  /** Why it cannot be evaluated, or why it looked at nothing: the value is too long, and is not shown either. */
  readonly problem: string | null
  /** Only for filters on cohorts. */
  readonly cohort: CohortExplanation | null
  /** Only for filters on flags. */
  readonly flag: DependencyExplanation | null
}

/** How a filter on a cohort came to its answer. */
export interface CohortExplanation {
  readonly id: string
  readonly isMember: boolean | null
  readonly problem: string | null
  /** Null for a static cohort, and for one whose criteria are shown elsewhere in the tree or too deep in it. */
  readonly criteria: CohortPartExplanation | null
}

/** A group of criteria, or a single one. */
export type CohortPartExplanation =
  | {
      readonly kind: 'group'
      readonly type: string
      readonly passed: boolean | null
      readonly problem: string | null
      readonly parts: readonly CohortPartExplanation[]
    }
  | {
      readonly kind: 'filter'
      /** The criterion is turned around: it passes when its filter does not. */
      readonly isNegated: boolean
      readonly passed: boolean | null
      readonly filter: FilterExplanation
    }

/** How a filter on another flag came to its answer. */
export interface DependencyExplanation {
  /** Null when there is no such flag. */
  readonly key: string | null
  /** What it answered; null when it was not evaluated. */
  readonly decision: Decision | null
  /** Null when the flag is explained elsewhere in the tree, or too deep in it. */
  readonly explanation: Explanation | null
}

/** The least that would have to be different for the flag to answer something else. */
export interface NearestChange {
  /** All of them together; usually it is one. */
  readonly steps: readonly ChangeStep[]
  /** What the flag would answer: a variant's key, or whether it is on. */
  readonly answer: string | boolean
  /** The steps as a sentence. */
  readonly sentence: string
}

/** A decision as a sentence. */
export function summaryOf({ key, enabled, variant, reason }: Decision): string {
  const answer = enabled ? 'on' : 'off'
  const withVariant = variant === null ? '' : `, with the variant ${variant}`
  return `${key} is ${answer}${withVariant}: ${reason.description}.`
}

/** Where an identifier stands in a rollout; the empty one stands nowhere. */
export function bucketOf(identifier: string, percentage: number, distribution: Distribution): BucketExplanation {
  const isIn = isInShare(percentage / 100, distribution, identifier)
  return { position: positionOf(identifier, distribution), percentage, isIn }
}

export function positionOf(identifier: string, distribution: Distribution): number | null {
  return identifier === '' ? null : hashedPlace(identifier, distribution)
}
