import type { Decision } from '@flagdeck/core'
import { z } from 'zod'

const answeredSchema = {
  errorsWhileComputingFlags: z.boolean(),
  requestId: z.string(),
  evaluatedAt: z.int().describe('Milliseconds since 1970.'),
}

const evaluatedFlag = z.object({
  key: z.string(),
  enabled: z.boolean(),
  variant: z.string().nullable(),
  reason: z.object({ code: z.string(), condition_index: z.int().nullable(), description: z.string() }),
  metadata: z.object({
    id: z.int(),
    version: z.int(),
    description: z.null(),
    payload: z.string().nullable(),
    has_experiment: z.boolean(),
  }),
  failed: z.boolean().optional(),
})

/** What `POST /flags/?v=2` answers (evaluation.md section 4.1). */
export const flagsResponseSchema = z
  .object({ ...answeredSchema, flags: z.record(z.string(), evaluatedFlag) })
  .meta({ id: 'EvaluatedFlags' })

/** What `POST /flags/?v=1` answers: values and payloads in two maps. */
export const flagsResponseV1Schema = z
  .object({
    featureFlags: z.record(z.string(), z.union([z.boolean(), z.string()])),
    featureFlagPayloads: z.record(z.string(), z.string()),
    ...answeredSchema,
  })
  .meta({ id: 'EvaluatedFlagValues' })

interface Answered {
  readonly requestId: string
  readonly evaluatedAt: number
}

/** The decisions by key. Made with `fromEntries`, so that a flag called `__proto__` is one like any other. */
export function flagsResponse(
  decisions: readonly Decision[],
  { requestId, evaluatedAt }: Answered,
): z.output<typeof flagsResponseSchema> {
  return {
    errorsWhileComputingFlags: decisions.some((decision) => decision.failed),
    requestId,
    evaluatedAt,
    flags: Object.fromEntries(decisions.map((decision) => [decision.key, evaluatedFlagBody(decision)])),
  }
}

/** Browsers overwrite what they know with a flag that failed unless it says so. */
function evaluatedFlagBody({ key, enabled, variant, reason, payload, flagId, version, failed }: Decision) {
  return {
    key,
    enabled,
    variant,
    reason: { code: reason.code, condition_index: reason.conditionIndex, description: reason.description },
    metadata: { id: flagId ?? 0, version: version ?? 0, description: null, payload, has_experiment: false },
    ...(failed ? { failed: true } : {}),
  }
}

/** The older form of the same decisions. */
export function flagsResponseV1(
  decisions: readonly Decision[],
  { requestId, evaluatedAt }: Answered,
): z.output<typeof flagsResponseV1Schema> {
  return {
    featureFlags: Object.fromEntries(decisions.map(({ key, enabled, variant }) => [key, variant ?? enabled])),
    featureFlagPayloads: Object.fromEntries(
      decisions.flatMap(({ key, payload }) => (payload === null ? [] : [[key, payload]])),
    ),
    errorsWhileComputingFlags: decisions.some((decision) => decision.failed),
    requestId,
    evaluatedAt,
  }
}
