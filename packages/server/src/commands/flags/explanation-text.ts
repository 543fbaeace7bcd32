import type { ConditionExplanation, Explanation, FilterExplanation } from '@flagdeck/core'
import { shortJson } from '../short-json.ts'

/** Returns an explanation as indented lines of text. */
export function explanationText(explanation: Explanation): string {
  const { decision, enrollment, holdout, nearestChange, problem, summary } = explanation
  return [
    summary,
    ...(problem === null ? [] : [`Problem: ${problem}`]),
    ...(decision.payload === null ? [] : [`Payload: ${decision.payload}`]),
    ...(enrollment === null ? [] : [`Early access: ${enrollmentText(enrollment.answer)}`]),
    ...(holdout === null ? [] : [`Holdout: ${holdout.isHeldOut ? 'held out' : 'not held out'}`]),
    ...explanation.conditions.flatMap(conditionLines),
    ...(nearestChange === null ? [] : [`To change the result: ${nearestChange.sentence}`]),
  ].join('\n')
}

function enrollmentText(answer: boolean | null): string {
  if (answer === null) return 'no choice made'
  return answer ? 'opted in' : 'opted out'
}

function conditionLines(condition: ConditionExplanation): string[] {
  const { description, filters, index, outcome, reached, rollout, variant, problem } = condition
  const name = description ? `Condition set ${index + 1} (${description})` : `Condition set ${index + 1}`
  return [
    `${name}: ${outcome.replaceAll('_', ' ')}${reached ? '' : ', not reached'}`,
    ...(problem === null ? [] : [`  problem: ${problem}`]),
    ...filters.map((filter) => `  ${filterLine(filter)}`),
    ...(rollout === null
      ? []
      : [`  rollout: bucket ${positionText(rollout.position)}, includes the first ${rollout.percentage}%`]),
    ...(variant === null
      ? []
      : [`  variant: bucket ${positionText(variant.position)}, selects ${variant.chosen ?? 'none'}`]),
  ]
}

function filterLine({ key, operator, wanted, seen, isMissing, passed, problem }: FilterExplanation): string {
  const outcome = passed === null ? `cannot be evaluated: ${problem ?? ''}` : passed ? 'yes' : 'no'
  return `${key} ${operator} ${shortJson(wanted, SHOWN_LENGTH)}: ${outcome} (${isMissing ? 'not set' : `value: ${shortJson(seen, SHOWN_LENGTH)}`})`
}

function positionText(position: number | null): string {
  return position === null ? 'none' : `${(position * 100).toFixed(1)}%`
}

const SHOWN_LENGTH = 80
