import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Decision } from '../definition/decision.ts'
import type { MissCode } from '../flags/reason.ts'
import { type Distribution, hashedPlace, isInShare } from '../hashing/hash.ts'
import type { IdentifierSource } from '../lookup/identifier.ts'
import type { ChangeStep } from './change-step.ts'

/** How a flag reached its decision for one subject: plain data, which can be stored and sent as JSON. */
export interface Explanation {
  readonly key: string
  /** The decision of the engine; the other fields explain it. */
  readonly decision: Decision
  /** The decision as a sentence. */
  readonly summary: string
  /** The problem of the flag; null if it can be evaluated. */
  readonly problem: string | null
  /** Early access, the first step; null if the flag does not offer it. */
  readonly enrollment: EnrollmentExplanation | null
  /** The holdout, the second step; null if the flag has none. */
  readonly holdout: HoldoutExplanation | null
  /**
   * Condition sets in stored order. Those that the decision did not reach, because an earlier step decided or because
   * the flag is off, are also explained: as if the flag were on and had only them. In a large flag some condition sets
   * or filters are omitted; each has its index.
   */
  readonly conditions: readonly ConditionExplanation[]
  /** The smallest change that would flip the result; null if none was found, and in subtrees. */
  readonly nearestChange: NearestChange | null
}

/** The early access step: it decides for users who opted in or out. */
export interface EnrollmentExplanation {
  /** The choice of the user; null if there is none, or if it cannot be evaluated. The evaluation then continued. */
  readonly answer: boolean | null
  /**
   * The property with the choice; null for the older form, a condition set that decides for subjects with its
   * properties.
   */
  readonly property: string | null
  /** The condition set of the older form. */
  readonly condition: ConditionExplanation | null
  readonly problem: string | null
}

/** Whether the subject is in the group that is held out. */
export interface HoldoutExplanation {
  readonly id: JsonValue
  readonly isHeldOut: boolean
  readonly identifier: IdentifierExplanation
  /** Subjects at or below the percentage are held out. */
  readonly bucket: BucketExplanation
}

/** The identifier that a condition set or a holdout uses. */
export interface IdentifierExplanation {
  readonly source: IdentifierSource
  /** Empty if the subject has none; null if it belongs to no group of the type. */
  readonly value: string | null
}

/** The position of the subject in a rollout. */
export interface BucketExplanation {
  /** From 0 to 1; null without an identifier. */
  readonly position: number | null
  /** 0 to 100. */
  readonly percentage: number
  /** Whether the position is at or below the percentage. */
  readonly isIn: boolean
}

/** The result of a condition set for the subject: `match`, the reason for a miss, or a failure. */
export type ConditionOutcome = 'match' | MissCode | 'failed'

/** The result of one condition set of a flag for the subject. */
export interface ConditionExplanation {
  /** Counted from 0. */
  readonly index: number
  readonly description: string | null
  /** Whether the decision evaluated this condition set. */
  readonly reached: boolean
  /** Whether this is the condition set that decided. */
  readonly matched: boolean
  readonly outcome: ConditionOutcome
  readonly aggregation: AggregationExplanation
  readonly identifier: IdentifierExplanation
  /** In stored order. */
  readonly filters: readonly FilterExplanation[]
  /** Null if the percentage is not a number. */
  readonly rollout: BucketExplanation | null
  /** The variant for included subjects; null for a flag without variants. */
  readonly variant: VariantExplanation | null
  readonly problem: string | null
}

/** The subjects of a condition set: users, or groups of a type. */
export interface AggregationExplanation {
  /** Null for users. */
  readonly groupTypeIndex: number | null
  /** The name of the type; null for users, and for a type that the project does not have. */
  readonly groupType: string | null
}

/** How the variant was chosen. */
export interface VariantExplanation {
  /** The variant that the subject would get; null for plain true. */
  readonly chosen: string | null
  /** Whether the condition set names the variant, so that the position does not matter. */
  readonly isPinned: boolean
  /** From 0 to 1, and different from the position in the rollout; null without an identifier. */
  readonly position: number | null
  /** The ranges of all variants; with more than 20, only that of the chosen one. */
  readonly ranges: readonly VariantRange[]
}

/** The positions of a variant: from `from` up to, but not including, `to`. */
export interface VariantRange {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** The expected and the actual value of one filter. */
export interface FilterExplanation {
  /** Counted from 0, in stored order. */
  readonly index: number
  readonly type: string
  readonly key: string
  /** `exact` if the filter names none. */
  readonly operator: string
  readonly wanted: JsonValue
  /**
   * The property's value, whether the user is in the cohort, or the result of the other flag; null if it is missing.
   */
  readonly seen: JsonValue
  readonly isMissing: boolean
  /** Whether the decision evaluated it: all earlier filters had passed. Always true for the criteria of a cohort. */
  readonly asked: boolean
  /** Null if it cannot be evaluated. */
  readonly passed: boolean | null
  /** Why it cannot be evaluated, or why it tested nothing: the value is too long, and is not shown either. */
  readonly problem: string | null
  /** Only for filters on cohorts. */
  readonly cohort: CohortExplanation | null
  /** Only for filters on flags. */
  readonly flag: DependencyExplanation | null
}

/** How a filter on a cohort reached its result. */
export interface CohortExplanation {
  readonly id: string
  readonly isMember: boolean | null
  readonly problem: string | null
  /** Null for a static cohort, and if the criteria are elsewhere in the tree or too deep. */
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
      /** Whether the criterion is negated: it passes if its filter does not. */
      readonly isNegated: boolean
      readonly passed: boolean | null
      readonly filter: FilterExplanation
    }

/** How a filter on another flag reached its result. */
export interface DependencyExplanation {
  /** Null if there is no such flag. */
  readonly key: string | null
  /** The decision of that flag; null if it was not evaluated. */
  readonly decision: Decision | null
  /** Null if the flag is explained elsewhere in the tree, or if it is too deep. */
  readonly explanation: Explanation | null
}

/** The smallest change that flips the result of the flag. */
export interface NearestChange {
  /** All steps together; usually it is one. */
  readonly steps: readonly ChangeStep[]
  /** The new result of the flag: a variant's key, or whether it is on. */
  readonly answer: string | boolean
  /** The steps as a sentence. */
  readonly sentence: string
}

/** Returns a decision as a sentence. */
export function summaryOf({ key, enabled, variant, reason }: Decision): string {
  const answer = enabled ? 'on' : 'off'
  const withVariant = variant === null ? '' : `, with the variant ${variant}`
  return `${key} is ${answer}${withVariant}: ${reason.description}.`
}

/** Returns the position of an identifier in a rollout; the empty identifier has none. */
export function bucketOf(identifier: string, percentage: number, distribution: Distribution): BucketExplanation {
  const isIn = isInShare(percentage / 100, distribution, identifier)
  return { position: positionOf(identifier, distribution), percentage, isIn }
}

export function positionOf(identifier: string, distribution: Distribution): number | null {
  return identifier === '' ? null : hashedPlace(identifier, distribution)
}
