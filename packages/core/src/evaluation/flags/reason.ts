import type { Reason, ReasonCode } from '../definition/decision.ts'

/** The reasons for which a condition does not match, in descending order of precedence. */
export type MissCode = 'out_of_rollout_bound' | 'no_condition_match' | 'no_group_type'

/**
 * The codes that evaluation returns. The deck sets `missing_distinct_id` after evaluation, to keep its text out of this
 * bundle.
 */
type EvaluationReasonCode = Exclude<ReasonCode, 'missing_distinct_id'>

const DESCRIPTIONS = {
  super_condition_value: 'Super condition value',
  holdout_condition_value: 'Holdout condition value',
  condition_match: 'Matched condition set',
  out_of_rollout_bound: 'Out of rollout bound',
  no_condition_match: 'No matching condition set',
  no_group_type: 'No group type',
  flag_disabled: 'Feature flag is disabled',
  missing_dependency: 'Flag cannot be evaluated due to missing dependency',
  flag_not_found: 'There is no feature flag with this key',
  evaluation_failed: 'Feature flag cannot be evaluated',
} satisfies Record<EvaluationReasonCode, string>

/** The maximum index of a shared reason: condition sets above it are rare. */
const MAX_SHARED_INDEX = 100

/** Reasons by code and condition, which the flags of all projects share. */
// Bound: OUT-8 reasons
const shared = new Map<string, Reason>()

/** Returns a reason with the text of docs/reference/reasons.md, as a frozen object that flags may share. */
export function reason(code: EvaluationReasonCode, conditionIndex: number | null = null): Reason {
  const key = `${code} ${conditionIndex}`
  const known = shared.get(key) ?? detailedReason(code, conditionIndex)
  if ((conditionIndex ?? 0) < MAX_SHARED_INDEX) shared.set(key, known)
  return known
}

/** Returns a reason with a detail after its text. The text of a match counts condition sets from one. */
export function detailedReason(code: EvaluationReasonCode, conditionIndex: number | null, detail = ''): Reason {
  const which = code === 'condition_match' && conditionIndex !== null ? ` ${conditionIndex + 1}` : ''
  return Object.freeze({ code, conditionIndex, description: DESCRIPTIONS[code] + which + detail })
}

/**
 * Whether a miss explains the outcome at least as well as an earlier one; if both are equal, the later condition is
 * used.
 */
export function outranks(code: MissCode, earlier: MissCode): boolean {
  return code === earlier || code === 'out_of_rollout_bound' || earlier === 'no_group_type'
}
