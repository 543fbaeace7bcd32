import type { Decision, EvaluatedFlag } from '@flagdeck/core'
import { ANSWER_REASONS, openFeatureAnswer } from '@flagdeck/core/operations'
import * as z from 'zod'
import { storedPart, textOfPart, type WrittenPart } from '../../rest/pages/written-part.ts'
import { OFREP_ERROR_CODES, type OfrepErrorCode } from './ofrep-error-codes.ts'

const errorCode = z.enum(Object.keys(OFREP_ERROR_CODES) as OfrepErrorCode[]) // the keys of the codes

/** The response for one flag (PROTO-21). Without a value, the caller's own default applies. */
export const ofrepSuccessSchema = z
  .object({
    key: z.string(),
    value: z
      .union([z.boolean(), z.string(), z.number(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .optional(),
    reason: z.enum(ANSWER_REASONS),
    variant: z.string(),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'OfrepEvaluation' })

/**
 * The error of a flag without a result. The metadata is empty: Java's provider reads it before the error code
 * (PROTO-74).
 */
export const ofrepFailureSchema = z
  .object({ key: z.string(), errorCode, errorDetails: z.string(), metadata: z.object({}) })
  .meta({ id: 'OfrepFailure' })

/** The error of a response without any results. */
export const ofrepBulkFailureSchema = ofrepFailureSchema
  .omit({ key: true, metadata: true })
  .meta({ id: 'OfrepBulkFailure' })

const eventStreamSchema = z.object({
  type: z.literal('sse'),
  endpoint: z.object({ requestUri: z.string() }),
  inactivityDelaySec: z.int(),
})

/** The results of all flags. */
export const ofrepBulkSchema = z
  .object({
    flags: z.array(z.union([ofrepFailureSchema, ofrepSuccessSchema])),
    eventStreams: z.array(eventStreamSchema),
  })
  .meta({ id: 'OfrepEvaluations' })

/** How long a page in the background keeps its stream open. */
const INACTIVITY_DELAY_SEC = 120

/** The entry of a stream in a bulk response. */
export function eventStreamBody(requestUri: string): z.output<typeof eventStreamSchema> {
  return { type: 'sse', endpoint: { requestUri }, inactivityDelaySec: INACTIVITY_DELAY_SEC }
}

export type OfrepSuccess = z.output<typeof ofrepSuccessSchema>
export type OfrepItem = OfrepSuccess | z.output<typeof ofrepFailureSchema>

/** The result of a flag. The fields have the same order every time: clients compare the text of items. */
export function ofrepItem(evaluated: EvaluatedFlag): OfrepItem {
  const { key } = evaluated.decision
  const answer = openFeatureAnswer(evaluated)
  if ('errorCode' in answer) return { key, errorCode: answer.errorCode, errorDetails: answer.message, metadata: {} }
  const { value, reason, variant, metadata } = answer
  return {
    key,
    // Other values than numbers, strings and booleans are objects or lists. Null means that there is no value.
    ...(value === undefined ? {} : { value: value as NonNullable<OfrepSuccess['value']> }),
    reason,
    variant,
    metadata,
  }
}

/** {@link ofrepItem} as text. A flag has few different decisions, which all clients share, so each is written once. */
export function ofrepPart(evaluated: EvaluatedFlag): WrittenPart {
  const known = parts.get(evaluated.decision)
  if (known) return known
  const part = storedPart(itemText(evaluated))
  parts.set(evaluated.decision, part)
  return part
}

/** The text of {@link ofrepPart}. */
export function ofrepText(evaluated: EvaluatedFlag): string {
  return textOfPart(ofrepPart(evaluated), evaluated, itemText)
}

function itemText(evaluated: EvaluatedFlag): string {
  return JSON.stringify(ofrepItem(evaluated))
}

/** A decision belongs to one definition of its flag, so its item is always the same. */
// Bound: dies with the decision
const parts = new WeakMap<Decision, WrittenPart>()
