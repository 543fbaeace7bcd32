import type { EvaluatedFlag } from '@flagdeck/core'
import { groupKeys, isJsonObject, parseJson } from '@flagdeck/core/operations'
import * as z from 'zod'
import { pageQuery } from './page.ts'

const flagValue = z.union([z.boolean(), z.string()])

/** `groups` of a query: a JSON object of group keys by group type. */
const groupsParameter = z
  .string()
  .default('{}')
  .transform((text, context) => {
    const groups = parseJson(text)
    if (isJsonObject(groups)) return groupKeys(groups)
    context.addIssue({ code: 'custom', message: 'Invalid JSON in groups parameter' })
    return z.NEVER
  })

/** `flag_keys` of a query: repeated, or one JSON array. */
const flagKeysParameter = z
  .array(z.string())
  .optional()
  .transform((values) => values?.flatMap(keysIn))

export const evaluationReasonsQuery = z.object({
  // An empty id counts as missing.
  distinct_id: z.preprocess((text) => (text === '' ? undefined : text), z.string()),
  groups: groupsParameter.describe('JSON object: group key by group type'),
  flag_keys: flagKeysParameter.describe('repeated, or one JSON list'),
})

export const myFlagsQuery = z.object({
  ...pageQuery,
  groups: groupsParameter.describe('JSON object: group key by group type'),
  flag_keys: flagKeysParameter.describe('repeated, or one JSON list'),
})

/** The reason for each flag's result, by key (PROTO-11). */
export const evaluationReasonsSchema = z.record(
  z.string(),
  z.object({
    value: flagValue,
    evaluation: z.object({ reason: z.string(), condition_index: z.int().nullable(), description: z.string() }),
  }),
)

export function evaluationReasonsBody(evaluated: readonly EvaluatedFlag[]) {
  return Object.fromEntries(evaluated.map((each) => [each.flag.key, reasonBody(each)]))
}

function reasonBody({ decision }: EvaluatedFlag) {
  const { code, conditionIndex, description } = decision.reason
  const reason = code === 'flag_disabled' ? 'disabled' : code
  return { value: answerOf({ decision }), evaluation: { reason, condition_index: conditionIndex, description } }
}

/** The flags of the calling user (PROTO-12). */
export const myFlagsSchema = z.array(
  z.object({ feature_flag: z.record(z.string(), z.unknown()).meta({ id: 'MinimalFlag' }), value: flagValue }),
)

export function myFlagBody({ flag, decision }: EvaluatedFlag) {
  const { has_experiment: _, is_remote_configuration: __, ...minimal } = flag
  return { feature_flag: minimal, value: answerOf({ decision }) }
}

/** The variant's key, or whether the flag is on. */
export function answerOf({ decision }: Pick<EvaluatedFlag, 'decision'>): string | boolean {
  return decision.variant ?? decision.enabled
}

function keysIn(value: string): string[] {
  const list = value.trimStart().startsWith('[') ? parseJson(value) : undefined
  return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [value]
}
