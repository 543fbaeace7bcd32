import type { JsonValue } from '../../foundation/json/json-value.ts'
import { compileEnrollment, compileSuperCondition, enrollmentProperty, superConditionOf } from '../flags/enrollment.ts'
import type { FlagFrame } from '../flags/flag-frame.ts'
import { compileHoldout, holdoutOf } from '../flags/holdout.ts'
import { attempt } from './attempt.ts'
import { bucketOf } from './bucket-of.ts'
import { explainCondition } from './explain-condition.ts'
import type { ExplainScope } from './explain-scope.ts'
import type { EnrollmentExplanation, HoldoutExplanation } from './explanation.ts'

/** Explains early access, in the form that decides for this subject if there are both; null when there is neither. */
export function explainEnrollment(
  frame: FlagFrame,
  reached: boolean,
  scope: ExplainScope,
): EnrollmentExplanation | null {
  const property = enrollmentProperty(frame.definition)
  const choice = property === undefined ? undefined : explainChoice(property, frame, scope)
  if (choice && (choice.answer !== null || choice.problem !== null)) return choice
  return explainSuperCondition(frame, reached, scope) ?? choice ?? null
}

function explainChoice(property: string, frame: FlagFrame, { subject, lookup }: ExplainScope): EnrollmentExplanation {
  const decision = attempt(() => compileEnrollment(frame)?.(subject, lookup))
  return { answer: decision.value?.enabled ?? null, property, condition: null, problem: decision.problem }
}

function explainSuperCondition(frame: FlagFrame, reached: boolean, scope: ExplainScope): EnrollmentExplanation | null {
  const superCondition = superConditionOf(frame.definition)
  if (!superCondition) return null
  const decision = attempt(() => compileSuperCondition(frame)?.(scope.subject, scope.lookup))
  const answer = decision.value?.enabled ?? null
  const condition = explainCondition(superCondition, 0, reached && answer !== null, frame, scope)
  return { answer, property: null, condition: { ...condition, matched: answer === true }, problem: decision.problem }
}

/** Explains whether the subject is held out of the flag; null when the flag has no holdout. */
export function explainHoldout(frame: FlagFrame, { subject, lookup }: ExplainScope): HoldoutExplanation | null {
  const holdout = holdoutOf(frame)
  if (!holdout) return null
  const { id, percentage, identification, distribution } = holdout
  const identifier = identification.identify(subject, lookup)
  return {
    // It came as JSON.
    id: id as JsonValue,
    isHeldOut: compileHoldout(frame)?.(subject, lookup) !== undefined,
    identifier: { source: identification.source, value: identifier ?? null },
    bucket: bucketOf(identifier ?? '', percentage, distribution),
  }
}
