import type { ExplainedFlag, JsonValue, Subject } from '@flagdeck/core'
import { cutDistinctId, groupKeys, groupProperties, shownProperties } from '@flagdeck/core/operations'
import * as z from 'zod'
import { conditionAnalysis, conditionAnalysisSchema } from './condition-analysis.ts'
import { explanationBody } from './explanation.ts'
import { answerOf } from './flag-evaluation.ts'
import { updateFlagBody } from './flag-request.ts'
import { refusingUnknownFields } from './unknown-fields.ts'

// The value was parsed from JSON, and anything but an object is refused.
const jsonObject = () => z.record(z.string(), z.unknown() as z.ZodType<JsonValue>)

/** The subject on which to test flags (PROTO-13). */
export const subjectBody = z
  .object({
    distinct_id: z.union([z.string(), z.number()]).nullish(),
    person_id: z
      .string()
      .nullish()
      .describe('The UUID or the distinct id of a stored person, in place of distinct_id.'),
    timestamp: z.unknown().optional().describe('Not supported.'),
    groups: jsonObject().nullish(),
    person_properties: jsonObject().nullish(),
    group_properties: jsonObject().nullish(),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string, ...path: string[]) => issues.push({ code: 'custom', message, path, input: value })
    const named = [value.distinct_id, value.person_id].filter((id) => id !== undefined && id !== null && id !== '')
    if (named.length !== 1) refuse('Provide exactly one of distinct_id and person_id.')
    if (value.timestamp !== undefined && value.timestamp !== null)
      refuse('Only the current version of a flag can be tested.', 'timestamp')
  })

/** The subject on which to test a flag, and optional changes to the flag. */
export const testEvaluationBody = refusingUnknownFields(
  subjectBody.safeExtend({
    changes: updateFlagBody
      .optional()
      .describe('Fields of the flag as they would be after an update; missing: as it is. Nothing is written.'),
  }),
)

export function testSubject(body: Omit<z.output<typeof subjectBody>, 'distinct_id'>, distinctId: string): Subject {
  return {
    distinctId,
    properties: body.person_properties ?? {},
    groups: groupKeys(body.groups ?? {}),
    groupProperties: groupProperties(body.group_properties ?? {}),
  }
}

export const testEvaluationSchema = z.object({
  flag_key: z.string(),
  result: z.union([z.boolean(), z.string()]),
  reason: z.string(),
  reason_description: z.string(),
  condition_index: z.int().nullable(),
  payload: z.string().nullable().describe('JSON text'),
  person_properties: z.record(z.string(), z.unknown()),
  evaluation_distinct_id: z.string(),
  conditions: z.array(conditionAnalysisSchema).describe('Every condition set in short, in stored order.'),
  explanation: z
    .record(z.string(), z.unknown() as z.ZodType<JsonValue>)
    .describe('The whole decision as a tree: every condition and filter, the values seen, and what would change it.'),
})

export function testEvaluationAnswer(
  { flag, decision, explanation }: ExplainedFlag,
  { distinctId, properties = {} }: Subject,
) {
  return {
    flag_key: flag.key,
    result: answerOf({ decision }),
    reason: decision.reason.code,
    reason_description: decision.reason.description,
    condition_index: decision.reason.conditionIndex,
    payload: decision.payload,
    person_properties: shownProperties(properties),
    evaluation_distinct_id: cutDistinctId(distinctId),
    conditions: explanation.conditions.map(conditionAnalysis),
    explanation: explanationBody(explanation),
  }
}
