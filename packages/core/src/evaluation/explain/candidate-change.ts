import type { FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet, PropertyFilter } from '../definition/flag-filters.ts'
import type { ChangeStep } from './change-step.ts'
import type { Situation } from './situation.ts'

/** The maximum number of steps: more are not useful. */
export const MAX_STEPS = 10

/** A change that may be the nearest: a step, and its effect on a situation. The engine evaluates that effect. */
export interface CandidateChange {
  readonly step: ChangeStep
  readonly apply: (situation: Situation) => Situation
}

/** Returns a change of the flag's own definition. */
export function definitionChange(
  step: ChangeStep,
  change: (definition: FlagDefinition) => FlagDefinition,
): CandidateChange {
  return { step, apply: (situation) => ({ ...situation, definition: change(situation.definition) }) }
}

/** Returns a change of one condition set. */
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

/**
 * Returns a change after which filters pass, for filters without an example: it removes them from the condition set.
 */
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
