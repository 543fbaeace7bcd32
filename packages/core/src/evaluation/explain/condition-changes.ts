import type { ConditionSet } from '../definition/flag-filters.ts'
import { compileCondition } from '../flags/compile-condition.ts'
import type { FlagFrame } from '../flags/flag-frame.ts'
import { arrivalChange } from './arrival-change.ts'
import type { CandidateChange } from './candidate-change.ts'
import type { ChangeScope } from './explain-scope.ts'
import type { ConditionExplanation } from './explanation.ts'
import { filterChanges } from './filter-changes.ts'
import { raisedRollout } from './rollout-change.ts'

/** Returns the changes after which a condition set matches the subject; undefined if there are none. */
export function changesInto(
  condition: ConditionSet,
  explained: ConditionExplanation,
  frame: FlagFrame,
  scope: ChangeScope,
): readonly CandidateChange[] | undefined {
  const { outcome, index, rollout } = explained
  if (outcome === 'failed' || rollout === null) return undefined
  const arrival = arrivalChange(explained, compileCondition(condition, index, frame))
  if (!arrival) return undefined
  const hasArrived = arrival !== 'none'
  const subject = hasArrived ? arrival.arrive(scope.subject) : scope.subject
  const filters = filterChanges(condition, explained, { ...scope, subject })
  if (!filters) return undefined
  const isIn = hasArrived ? arrival.isIn : rollout.isIn
  return [...(hasArrived ? [arrival] : []), ...filters, ...(isIn ? [] : [raisedRollout(index, rollout)])]
}
