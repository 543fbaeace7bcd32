import type { ConditionExplanation, Explanation, FilterExplanation } from '@flagdeck/core'
import { shortJson } from '../short-json.ts'

/** An explanation as indented lines, for people. */
export function explanationText(explanation: Explanation): string {
  const { decision, enrollment, holdout, nearestChange, problem, summary } = explanation
  return [
    summary,
    ...(problem === null ? [] : [`Problem: ${problem}`]),
    ...(decision.payload === null ? [] : [`Payload: ${decision.payload}`]),
    ...(enrollment === null ? [] : [`Early access: ${choiceText(enrollment.answer)}`]),
    ...(holdout === null ? [] : [`Holdout: ${holdout.isHeldOut ? 'held out' : 'not held out'}`]),
    ...explanation.conditions.flatMap(conditionLines),
    ...(nearestChange === null ? [] : [`To change the answer: ${nearestChange.sentence}`]),
  ].join('\n')
}

function choiceText(answer: boolean | null): string {
  if (answer === null) return 'the person did not choose'
  return answer ? 'the person joined' : 'the person left'
}

function conditionLines(condition: ConditionExplanation): string[] {
  const { description, filters, index, outcome, reached, rollout, variant, problem } = condition
  const name = description ? `Condition ${index + 1} (${description})` : `Condition ${index + 1}`
  return [
    `${name}: ${outcome.replaceAll('_', ' ')}${reached ? '' : ', not reached'}`,
    ...(problem === null ? [] : [`  problem: ${problem}`]),
    ...filters.map((filter) => `  ${filterLine(filter)}`),
    ...(rollout === null
      ? []
      : [`  rollout: at ${positionText(rollout.position)}, and the first ${rollout.percentage}% are in`]),
    ...(variant === null
      ? []
      : [`  variant: at ${positionText(variant.position)}, which is ${variant.chosen ?? 'none'}`]),
  ]
}

function filterLine({ key, operator, wanted, seen, isMissing, passed, problem }: FilterExplanation): string {
  const outcome = passed === null ? `cannot be evaluated: ${problem ?? ''}` : passed ? 'yes' : 'no'
  return `${key} ${operator} ${shortJson(wanted, SHOWN_LENGTH)}: ${outcome} (${isMissing ? 'missing' : `it is ${shortJson(seen, SHOWN_LENGTH)}`})`
}

function positionText(position: number | null): string {
  return position === null ? 'nowhere' : `${(position * 100).toFixed(1)}%`
}

const SHOWN_LENGTH = 80
