import { conditionSetsOf, variantsOf } from './filter-parts.ts'
import type { ConditionSet, FilterInput, FlagFilters } from './flag-filters.ts'

/**
 * Whether a flag's variant is chosen by the hash: the condition names none, and the first one does not have all
 * subjects.
 */
export function drawsVariant(filters: FilterInput, condition: ConditionSet | undefined): boolean {
  const variants = variantsOf(filters)
  if (variants.some(({ key }) => key === condition?.variant)) return false
  const first = variants.find((variant) => variant.rollout_percentage > 0)
  return first !== undefined && first.rollout_percentage < 100
}

/**
 * Whether the bucketing id of a user can change the result of a flag: a condition on users has a partial rollout, or
 * returns a variant that the hash chooses.
 */
export function drawsPersons(filters: FlagFilters): boolean {
  return conditionSetsOf(filters).some((condition) => {
    const { rollout_percentage, aggregation_group_type_index: own = filters.aggregation_group_type_index } = condition
    const rollout = rollout_percentage ?? 100
    if ((own ?? null) !== null || rollout <= 0) return false
    return rollout < 100 || drawsVariant(filters, condition)
  })
}
