import { type Decision, type FlagDefinition, type JsonValue, variantsOf } from '@flagdeck/core'
import type { EvaluatedFlag } from '@flagdeck/core/operations'
import { z } from 'zod'
import { type WrittenPart, writtenPart } from '../../rest/written-part.ts'
import { OFREP_ERROR_CODES, type OfrepErrorCode } from './ofrep-error-codes.ts'
import { OFREP_REASONS, ofrepReason } from './ofrep-reason.ts'

const errorCode = z.enum(Object.keys(OFREP_ERROR_CODES) as OfrepErrorCode[]) // they are its keys

/** What a flag answers (PROTO-21). Without a value, the caller's own default holds. */
export const ofrepSuccessSchema = z
  .object({
    key: z.string(),
    value: z
      .union([z.boolean(), z.string(), z.number(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .optional(),
    reason: z.enum(OFREP_REASONS),
    variant: z.string().optional(),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'OfrepEvaluation' })

/** Why a flag answers nothing. */
export const ofrepFailureSchema = z
  .object({ key: z.string(), errorCode, errorDetails: z.string() })
  .meta({ id: 'OfrepFailure' })

/** Why no flag answers anything. */
export const ofrepBulkFailureSchema = ofrepFailureSchema.omit({ key: true }).meta({ id: 'OfrepBulkFailure' })

const eventStreamSchema = z.object({
  type: z.literal('sse'),
  endpoint: z.object({ requestUri: z.string() }),
  inactivityDelaySec: z.int(),
})

/** What all flags answer. */
export const ofrepBulkSchema = z
  .object({
    flags: z.array(z.union([ofrepFailureSchema, ofrepSuccessSchema])),
    eventStreams: z.array(eventStreamSchema),
  })
  .meta({ id: 'OfrepEvaluations' })

/** How long a page that nobody looks at keeps its stream. */
const INACTIVITY_DELAY_SEC = 120

/** Names a stream in a bulk answer. */
export function eventStreamBody(requestUri: string): z.output<typeof eventStreamSchema> {
  return { type: 'sse', endpoint: { requestUri }, inactivityDelaySec: INACTIVITY_DELAY_SEC }
}

export type OfrepSuccess = z.output<typeof ofrepSuccessSchema>
export type OfrepItem = OfrepSuccess | z.output<typeof ofrepFailureSchema>

/** The same fields in the same order every time: clients compare the text of items. */
export function ofrepItem(evaluated: EvaluatedFlag): OfrepItem {
  const { key, variant, reason, failed } = evaluated.decision
  if (failed) return { key, errorCode: 'GENERAL', errorDetails: reason.description }
  const value = itemValue(evaluated)
  return {
    key,
    ...(value === undefined ? {} : { value }),
    reason: ofrepReason(evaluated),
    ...(variant === null ? {} : { variant }),
    metadata: metadataOf(evaluated),
  }
}

/** {@link ofrepItem} as text: a flag has few decisions, and everybody is handed the same ones. */
export function ofrepPart(evaluated: EvaluatedFlag): WrittenPart {
  const known = parts.get(evaluated.decision)
  if (known) return known
  const part = writtenPart(JSON.stringify(ofrepItem(evaluated)))
  parts.set(evaluated.decision, part)
  return part
}

/** A decision is of one definition of its flag, so that it always makes the same item. */
// Bound: dies with the decision
const parts = new WeakMap<Decision, WrittenPart>()

/**
 * The value in the flag's own type, because clients refuse any other: of a flag with variants the variant's key, of
 * remote configuration the payload, of others whether they are on (PROTO-21).
 */
function itemValue({ flag, decision }: EvaluatedFlag): OfrepValue | undefined {
  switch (valueKind(flag)) {
    case 'boolean':
      return decision.enabled
    case 'variant':
      return decision.variant ?? undefined
    case 'payload':
      return decision.payload === null ? undefined : payloadValue(decision.payload)
  }
}

type OfrepValue = NonNullable<z.output<typeof ofrepSuccessSchema>['value']>

function valueKind({ filters, is_remote_configuration }: FlagDefinition): 'boolean' | 'variant' | 'payload' {
  if (is_remote_configuration) return 'payload'
  return variantsOf(filters).length > 0 ? 'variant' : 'boolean'
}

/** The payload itself; text that is no JSON is a text, and null is no value. */
function payloadValue(payload: string): OfrepValue | undefined {
  try {
    const value: JsonValue = JSON.parse(payload)
    // Everything that JSON can say but null is such a value.
    return value === null ? undefined : (value as OfrepValue)
  } catch {
    return payload
  }
}

function metadataOf({ flag, decision }: EvaluatedFlag) {
  const { payload, reason } = decision
  return {
    flagId: flag.id,
    version: flag.version,
    reason: reason.code,
    ...(reason.conditionIndex === null ? {} : { conditionIndex: reason.conditionIndex }),
    ...(payload === null ? {} : { payload }),
  }
}
