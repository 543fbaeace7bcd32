import { conditionSetsOf, variantsOf } from './filter-parts.ts'
import type { ConditionSet, FilterInput, FlagFilters } from './flag-filters.ts'

/** Whether the hash chooses among a flag's variants: neither the condition names one, nor does the first take everybody. */
export function drawsVariant(filters: FilterInput, condition: ConditionSet | undefined): boolean {
  const variants = variantsOf(filters)
  if (variants.some(({ key }) => key === condition?.variant)) return false
  const first = variants.find((variant) => variant.rollout_percentage > 0)
  return first !== undefined && first.rollout_percentage < 100
}

/**
 * Whether the id that a person is bucketed by can change what a flag answers: some condition on persons has a partial
 * rollout, or lets somebody in whose variant the hash chooses.
 */
export function drawsPersons(filters: FlagFilters): boolean {
  return conditionSetsOf(filters).some((condition) => {
    const { rollout_percentage, aggregation_group_type_index: own = filters.aggregation_group_type_index } = condition
    const rollout = rollout_percentage ?? 100
    if ((own ?? null) !== null || rollout <= 0) return false
    return rollout < 100 || drawsVariant(filters, condition)
  })
}
