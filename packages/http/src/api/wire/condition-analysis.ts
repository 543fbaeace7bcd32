import type { ConditionExplanation, FilterExplanation, JsonValue } from '@flagdeck/core'
import * as z from 'zod'

// Filters compare any JSON.
const jsonValue = () => z.unknown() as z.ZodType<JsonValue>

const propertyAnalysisSchema = z.object({
  key: z.string(),
  type: z.string(),
  operator: z.string(),
  value: jsonValue().describe('What the filter asks for.'),
  actual_value: jsonValue().describe('What it found; null when missing.'),
  matched: z.boolean(),
  explanation: z.string(),
})

/** A summary of one condition set, in the form that clients of PostHog read. The tree next to it has more detail. */
export const conditionAnalysisSchema = z
  .object({
    index: z.int(),
    matched: z.boolean().describe('Whether this is the condition set that decided.'),
    properties_matched: z.boolean(),
    explanation: z.string(),
    rollout_percentage: z.number(),
    rollout_excluded: z.boolean().describe('Whether the filters match, and only the rollout keeps the subject out.'),
    variant: z.string().nullable().describe('What those get whom it lets in.'),
    properties: z.array(propertyAnalysisSchema),
  })
  .meta({ id: 'ConditionAnalysis' })

export function conditionAnalysis(condition: ConditionExplanation): z.output<typeof conditionAnalysisSchema> {
  const { index, matched, outcome, filters, rollout, variant } = condition
  return {
    index,
    matched,
    properties_matched: filters.every(({ passed }) => passed === true),
    explanation: conditionText(condition),
    rollout_percentage: rollout?.percentage ?? 0,
    rollout_excluded: outcome === 'out_of_rollout_bound',
    variant: outcome === 'match' || variant?.isPinned ? (variant?.chosen ?? null) : null,
    properties: filters.map(propertyAnalysis),
  }
}

function conditionText({ outcome, matched, reached, problem }: ConditionExplanation): string {
  switch (outcome) {
    case 'match':
      if (matched) return 'It matches, and determined the result.'
      return reached ? 'It matches, but did not determine the result.' : 'It would match, but was not evaluated.'
    case 'no_condition_match':
      return 'Not all of its filters match.'
    case 'out_of_rollout_bound':
      return 'Its filters match, but the user is not in its rollout.'
    case 'no_group_type':
      return 'The user is not in a group of its type.'
    case 'failed':
      return `It cannot be evaluated: ${problem ?? 'one of its filters is invalid'}.`
  }
}

function propertyAnalysis(filter: FilterExplanation): z.output<typeof propertyAnalysisSchema> {
  const { key, type, operator, wanted, seen, passed } = filter
  return {
    key,
    type,
    operator,
    value: wanted,
    actual_value: seen,
    matched: passed === true,
    explanation: propertyText(filter),
  }
}

function propertyText({ passed, isMissing, problem }: FilterExplanation): string {
  if (passed === null) return `It cannot be evaluated: ${problem ?? 'unknown reason'}.`
  const verdict = passed ? 'It matches' : 'It does not match'
  return isMissing ? `${verdict}: there is no such property.` : `${verdict}.`
}
