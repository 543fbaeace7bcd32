import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet } from '../definition/flag-filters.ts'
import { compileParts } from '../flags/compile-flag.ts'
import { endsEarly } from '../flags/conditions.ts'
import { type FlagFrame, flagFrame } from '../flags/flag-frame.ts'
import { explainCondition, explainEnrollment, explainHoldout } from './explain-condition.ts'
import { attempt, type ExplainScope, takeRoom } from './explain-scope.ts'
import { type ConditionExplanation, type Explanation, summaryOf } from './explanation.ts'

/** Explains the decision of a flag, in the order of its steps. */
export function explainFlag(definition: FlagDefinition, decision: Decision, scope: ExplainScope): Explanation {
  const bare = bareExplanation(decision)
  const { value: frame, problem } = attempt(() => flagFrame(definition, scope.parts.rules))
  if (!frame) return { ...bare, problem }
  const isAsked = asksSteps(decision) && (!decision.failed || isCompilable(definition, scope))
  const enrollment = attempt(() => explainEnrollment(frame, isAsked, scope)).value ?? null
  const passesEnrollment = enrollment === null || (enrollment.answer === null && enrollment.problem === null)
  const holdout = attempt(() => explainHoldout(frame, scope)).value ?? null
  const reached = isAsked && passesEnrollment && !holdout?.isHeldOut
  const conditions = attempt(() => explainConditions(frame, reached, decision, scope)).value ?? []
  return { ...bare, enrollment, holdout, conditions }
}

/** Returns the explanation of a flag about which nothing else is known. */
export function bareExplanation(decision: Decision): Explanation {
  return {
    key: decision.key,
    decision,
    summary: summaryOf(decision),
    problem: isUnevaluable(decision) ? decision.reason.description : null,
    enrollment: null,
    holdout: null,
    conditions: [],
    nearestChange: null,
  }
}

function isUnevaluable({ failed, reason }: Decision): boolean {
  return failed || reason.code === 'missing_dependency' || reason.code === 'flag_not_found'
}

/** Whether the decision is due to the flag's steps, and not made before the first of them. */
function asksSteps({ reason }: Decision): boolean {
  return reason.code !== 'flag_disabled' && reason.code !== 'missing_dependency'
}

/** Whether all parts can be compiled: otherwise the engine evaluates none of them. */
function isCompilable(definition: FlagDefinition, { parts }: ExplainScope): boolean {
  return attempt(() => compileParts(definition, parts.rules)).problem === null
}

function explainConditions(
  frame: FlagFrame,
  reached: boolean,
  { reason }: Decision,
  scope: ExplainScope,
): readonly ConditionExplanation[] {
  const { groups, early_exit: stopsEarly } = frame.definition.filters
  const decisive = reason.code === 'condition_match' ? reason.conditionIndex : null
  let isOpen = reached
  return (groups ?? []).flatMap((condition: ConditionSet, index) => {
    // The condition set that decided is always explained, and the decision did reach it.
    if (!takeRoom(scope) && index !== decisive) return []
    const explained = explainCondition(condition, index, isOpen, frame, scope)
    if (settles(explained, stopsEarly === true)) isOpen = false
    return [explained]
  })
}

/** Whether a condition ends the evaluation. */
function settles({ outcome, identifier }: ConditionExplanation, stopsEarly: boolean): boolean {
  if (outcome === 'match' || outcome === 'failed') return true
  return stopsEarly && endsEarly(outcome, identifier.value ?? undefined)
}
