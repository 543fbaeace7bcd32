import type { Decision } from '../definition/decision.ts'
import type { ConditionSet, PropertyFilter } from '../definition/flag-filters.ts'
import type { Distribution } from '../hashing/hash.ts'
import { byGroupKey, type Identification, type Identify } from '../lookup/identifier.ts'
import type { Criteria } from '../lookup/predicate.ts'
import type { Answers } from './answers.ts'
import { compileCriteria } from './criteria.ts'
import type { FlagFrame } from './flag-frame.ts'
import { percentage } from './percentage.ts'
import type { MissCode } from './reason.ts'
import { type Choice, compileChoice } from './variants.ts'

/** The decisions of a flag when one of its conditions best explains why none matched, created on first use. */
type Misses = { [Code in MissCode]: Decision | undefined }

/** One compiled condition set. */
export interface Condition extends Misses {
  readonly index: number
  readonly answers: Answers
  readonly identify: Identify
  /** Whether a subject without an identifier cannot be evaluated, because the result depends on its hash. */
  readonly needsIdentifier: boolean
  readonly criteria: Criteria
  /** The included part of the distribution, 0 to 1. */
  readonly share: number
  readonly rollout: Distribution
  /** The result for included subjects. */
  readonly choice: Choice
}

/**
 * Compiles the condition at `index`.
 * @throws UnevaluableError if it cannot be evaluated
 */
export function compileCondition(condition: ConditionSet, index: number, flag: FlagFrame): Condition {
  const ownIndex = groupTypeIndexOf(condition, flag)
  const filters = inAskingOrder(condition)
  const share = rolloutPercentage(condition, index) / 100
  const choice = compileChoice(condition, index, flag)
  return {
    index,
    answers: flag.answers,
    identify: identificationOf(condition, flag).identify,
    needsIdentifier: share < 1 || choice.isHashed,
    criteria: compileCriteria(filters, ownIndex, flag.rules),
    share,
    rollout: flag.rollout,
    choice,
    no_condition_match: undefined,
    out_of_rollout_bound: undefined,
    no_group_type: undefined,
  }
}

/** Returns the group type of a condition; null for users. */
export function groupTypeIndexOf(condition: ConditionSet, flag: Pick<FlagFrame, 'groupTypeIndex'>): number | null {
  const { aggregation_group_type_index: ownIndex = flag.groupTypeIndex } = condition
  return ownIndex
}

/** Returns how a condition identifies subjects. */
export function identificationOf(condition: ConditionSet, flag: FlagFrame): Identification {
  const ownIndex = groupTypeIndexOf(condition, flag)
  return ownIndex === null ? flag.person : byGroupKey(ownIndex)
}

export function rolloutPercentage(condition: ConditionSet, index: number): number {
  return percentage(condition.rollout_percentage ?? 100, `condition set ${index + 1}`)
}

/**
 * Returns the filters of a condition in the order of evaluation. Cohorts are last, because they take the longest and
 * can fail: they are evaluated only if the other filters pass.
 */
export function inAskingOrder(condition: ConditionSet): readonly PropertyFilter[] {
  const filters = condition.properties ?? []
  const isCohort = (filter: PropertyFilter) => filter.type === 'cohort'
  return [...filters.filter((filter) => !isCohort(filter)), ...filters.filter(isCohort)]
}
