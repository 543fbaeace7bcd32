import {
  type ConditionSet,
  conditionSetsOf,
  drawsVariant,
  type EvaluatedFlag,
  type FlagDefinition,
  propertiesOf,
} from '@flagdeck/core'

/** Reasons as OpenFeature knows them. */
export const OFREP_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const
export type OfrepReason = (typeof OFREP_REASONS)[number]

/** The reason of a decision in OpenFeature's words (ofrep.md section 7). */
export function ofrepReason({ flag, decision }: EvaluatedFlag): OfrepReason {
  const { code, conditionIndex } = decision.reason
  switch (code) {
    case 'condition_match':
      return matchReason(flag, conditionSetsOf(flag.filters)[conditionIndex ?? 0])
    case 'super_condition_value':
      return 'TARGETING_MATCH'
    case 'holdout_condition_value':
      return 'SPLIT'
    case 'flag_disabled':
      return 'DISABLED'
    case 'out_of_rollout_bound':
    case 'no_condition_match':
    case 'no_group_type':
    case 'missing_dependency':
    case 'flag_not_found':
    case 'evaluation_failed':
      return 'UNKNOWN'
  }
}

function matchReason(flag: FlagDefinition, condition: ConditionSet | undefined): OfrepReason {
  if ((condition?.rollout_percentage ?? 100) < 100 || drawsVariant(flag.filters, condition)) return 'SPLIT'
  return condition && propertiesOf(condition).length > 0 ? 'TARGETING_MATCH' : 'STATIC'
}
