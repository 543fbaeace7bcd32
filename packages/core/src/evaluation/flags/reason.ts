import type { Reason, ReasonCode } from '../definition/decision.ts'

/** Reasons that a condition gives for not matching, the one that explains most first. */
export type MissCode = 'out_of_rollout_bound' | 'no_condition_match' | 'no_group_type'

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
} satisfies Record<ReasonCode, string>

/** A reason in the words of docs/reference/reasons.md; `detail` is put in brackets behind them. */
export function reason(code: ReasonCode, conditionIndex: number | null = null, detail?: string): Reason {
  const description = DESCRIPTIONS[code]
  return { code, conditionIndex, description: detail === undefined ? description : `${description} (${detail})` }
}

/** The reason of a match; its description counts condition sets from one. */
export function matchReason(conditionIndex: number): Reason {
  const description = `${DESCRIPTIONS.condition_match} ${conditionIndex + 1}`
  return { code: 'condition_match', conditionIndex, description }
}

/** Whether a miss explains the outcome at least as well as an earlier one; of equals, the later condition's counts. */
export function outranks(code: MissCode, earlier: MissCode): boolean {
  return code === earlier || code === 'out_of_rollout_bound' || earlier === 'no_group_type'
}
