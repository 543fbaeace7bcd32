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

/** What a flag answers when one of its conditions explains best why nobody was let in, once that has been so. */
type Misses = { [Code in MissCode]: Decision | undefined }

/** One condition set, ready to be asked. */
export interface Condition extends Misses {
  readonly index: number
  readonly answers: Answers
  readonly identify: Identify
  /** Whether nothing can be said of a subject without an identifier, because the answer depends on its hash. */
  readonly needsIdentifier: boolean
  readonly criteria: Criteria
  /** The part of the distribution that is within the rollout, 0 to 1. */
  readonly share: number
  readonly rollout: Distribution
  /** What those who are let in get. */
  readonly choice: Choice
}

/** Compiles the condition at `index`; throws UnevaluableError when it cannot be evaluated. */
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

/** The group type that a condition is about; null when it is about persons. */
export function groupTypeIndexOf(condition: ConditionSet, flag: Pick<FlagFrame, 'groupTypeIndex'>): number | null {
  const { aggregation_group_type_index: ownIndex = flag.groupTypeIndex } = condition
  return ownIndex
}

/** By what a condition tells subjects apart. */
export function identificationOf(condition: ConditionSet, flag: FlagFrame): Identification {
  const ownIndex = groupTypeIndexOf(condition, flag)
  return ownIndex === null ? flag.person : byGroupKey(ownIndex)
}

export function rolloutPercentage(condition: ConditionSet, index: number): number {
  return percentage(condition.rollout_percentage ?? 100, `condition set ${index + 1}`)
}

/**
 * The filters of a condition as they are asked: cohorts take the longest and can fail, so they are asked only of those
 * whom the other filters let pass.
 */
export function inAskingOrder(condition: ConditionSet): readonly PropertyFilter[] {
  const filters = condition.properties ?? []
  const isCohort = (filter: PropertyFilter) => filter.type === 'cohort'
  return [...filters.filter((filter) => !isCohort(filter)), ...filters.filter(isCohort)]
}
