import type { FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet, PropertyFilter } from '../definition/flag-filters.ts'
import type { ChangeStep } from './change-step.ts'
import type { Situation } from './situation.ts'

/** Nobody follows more steps than these. */
export const MAX_STEPS = 10

/**
 * A change that may be the nearest: a step, and what it makes of a situation, so that the engine can be asked what would
 * come of it.
 */
export interface CandidateChange {
  readonly step: ChangeStep
  readonly apply: (situation: Situation) => Situation
}

/** A change of the flag's own definition. */
export function definitionChange(
  step: ChangeStep,
  change: (definition: FlagDefinition) => FlagDefinition,
): CandidateChange {
  return { step, apply: (situation) => ({ ...situation, definition: change(situation.definition) }) }
}

/** A change of one of its condition sets. */
export function conditionChange(
  step: ChangeStep & { readonly conditionIndex: number },
  change: (condition: ConditionSet) => ConditionSet,
): CandidateChange {
  return definitionChange(step, (definition) => {
    const groups = definition.filters.groups.map((condition, index) =>
      index === step.conditionIndex ? change(condition) : condition,
    )
    return { ...definition, filters: { ...definition.filters, groups } }
  })
}

/** A change by which filters would pass, when there is no saying how: without them the condition set is the same. */
export function passingFilters(
  step: ChangeStep & { readonly conditionIndex: number },
  filters: readonly PropertyFilter[],
): CandidateChange {
  const passing = new Set(filters)
  return conditionChange(step, (condition) => ({
    ...condition,
    properties: (condition.properties ?? []).filter((filter) => !passing.has(filter)),
  }))
}
