import type { EvaluatedFlag } from '@flagdeck/core'
import * as z from 'zod'
import { answerOf } from './flag-evaluation.ts'
import { subjectBody } from './test-evaluation.ts'
import { refusingUnknownFields } from './unknown-fields.ts'

/** More than a project can have. */
const MAX_KEYS = 10_000

/** The subjects and flags for which to return decisions (PROTO-17). */
export const decisionsBody = refusingUnknownFields(
  subjectBody.safeExtend({
    flag_keys: z.array(z.string()).max(MAX_KEYS).nullish().describe('Only these; all when missing.'),
  }),
)

/** The result of one flag, and its reason. */
export const flagDecisionSchema = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  active: z.boolean(),
  version: z.int(),
  value: z.union([z.boolean(), z.string()]),
  payload: z.string().nullable().describe('JSON text'),
  reason: z.string(),
  reason_description: z.string(),
  condition_index: z.int().nullable(),
  aggregation_group_type_indexes: z
    .array(z.int().nullable())
    .describe('What the condition sets are rolled out by: indexes of group types, each once, and null for users.'),
  failed: z.boolean().describe('Whether the flag is damaged, and answers false because nothing better is known.'),
})

export function flagDecisionBody({
  flag,
  decision,
  aggregations = [],
}: EvaluatedFlag): z.output<typeof flagDecisionSchema> {
  const { reason, payload, failed } = decision
  return {
    id: flag.id,
    key: flag.key,
    name: flag.name,
    active: flag.active,
    version: flag.version,
    value: answerOf({ decision }),
    payload,
    reason: reason.code,
    reason_description: reason.description,
    condition_index: reason.conditionIndex,
    aggregation_group_type_indexes: [...aggregations],
    failed,
  }
}
