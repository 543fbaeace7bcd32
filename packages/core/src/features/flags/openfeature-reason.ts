import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { drawsVariant } from '../../evaluation/definition/drawn-answers.ts'
import { conditionSetsOf, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { ConditionSet } from '../../evaluation/definition/flag-filters.ts'

/** Reasons in OpenFeature's terms. OpenTelemetry uses this form, and OFREP capital letters. */
export type OpenFeatureReason = 'static' | 'targeting_match' | 'split' | 'default' | 'disabled' | 'unknown' | 'error'

/**
 * Returns the reason of a decision in OpenFeature's terms (EVAL-49).
 * @param flag the flag that was evaluated; undefined when there was none
 */
export function openFeatureReason(
  { reason: { code, conditionIndex }, failed }: Pick<Decision, 'reason' | 'failed'>,
  flag: FlagDefinition | undefined,
): OpenFeatureReason {
  if (failed) return 'error'
  switch (code) {
    case 'condition_match':
      return flag ? matchReason(flag, conditionSetsOf(flag.filters)[conditionIndex ?? 0]) : 'unknown'
    case 'super_condition_value':
      return 'targeting_match'
    case 'holdout_condition_value':
      return 'split'
    case 'flag_disabled':
      return 'disabled'
    case 'out_of_rollout_bound':
    case 'no_condition_match':
    case 'no_group_type':
      return 'default'
    case 'missing_dependency':
      return 'unknown'
    case 'flag_not_found':
    case 'missing_distinct_id':
    case 'evaluation_failed':
      return 'error'
  }
}

function matchReason(flag: FlagDefinition, condition: ConditionSet | undefined): OpenFeatureReason {
  if ((condition?.rollout_percentage ?? 100) < 100 || drawsVariant(flag.filters, condition)) return 'split'
  return condition && propertiesOf(condition).length > 0 ? 'targeting_match' : 'static'
}
