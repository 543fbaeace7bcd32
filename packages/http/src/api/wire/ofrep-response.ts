import type { Decision, EvaluatedFlag } from '@flagdeck/core'
import { ANSWER_REASONS, openFeatureAnswer } from '@flagdeck/core/operations'
import * as z from 'zod'
import { storedPart, textOfPart, type WrittenPart } from '../../rest/pages/written-part.ts'
import { OFREP_ERROR_CODES, type OfrepErrorCode } from './ofrep-error-codes.ts'

const errorCode = z.enum(Object.keys(OFREP_ERROR_CODES) as OfrepErrorCode[]) // they are its keys

/** The response for one flag (PROTO-21). Without a value, the caller's own default holds. */
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

/** Why a flag answers nothing. The metadata is empty: Java's provider reads it before the error code (PROTO-74). */
export const ofrepFailureSchema = z
  .object({ key: z.string(), errorCode, errorDetails: z.string(), metadata: z.object({}) })
  .meta({ id: 'OfrepFailure' })

/** Why no flag answers anything. */
export const ofrepBulkFailureSchema = ofrepFailureSchema
  .omit({ key: true, metadata: true })
  .meta({ id: 'OfrepBulkFailure' })

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
  const { key } = evaluated.decision
  const answer = openFeatureAnswer(evaluated)
  if ('errorCode' in answer) return { key, errorCode: answer.errorCode, errorDetails: answer.message, metadata: {} }
  const { value, reason, variant, metadata } = answer
  return {
    key,
    // What is no number, text or truth value is an object or a list: null is no value.
    ...(value === undefined ? {} : { value: value as NonNullable<OfrepSuccess['value']> }),
    reason,
    variant,
    metadata,
  }
}

/** {@link ofrepItem} as text: a flag has few decisions, and everybody is handed the same ones. */
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

/** A decision is of one definition of its flag, so that it always makes the same item. */
// Bound: dies with the decision
const parts = new WeakMap<Decision, WrittenPart>()
