import type { EvaluatedFlag, JsonValue, Subject } from '@flagdeck/core'
import { isJsonObject, openFeatureAnswer, openFeatureSubject, violation } from '@flagdeck/core/operations'
import * as z from 'zod'
import { jsonTexts, LongObject } from '../../rest/json/long-json.ts'
import { invalidRequest } from '../../rest/request-error.ts'

const who = z
  .looseObject({ key: z.unknown().optional(), custom: z.unknown().optional() })
  .nullish()
  .describe('`key` identifies the user, `custom` contains their properties.')

/** Older providers name the context `user`, newer ones `evaluationContext`. */
export const goFeatureFlagBody = z.looseObject({
  user: who,
  evaluationContext: who,
  defaultValue: z.unknown().optional(),
})

type Body = z.output<typeof goFeatureFlagBody>

/**
 * The subject of a request. @throws RequestError `required` without a key, `invalid_input` for one that is not a string
 */
export function goFeatureFlagSubject({ evaluationContext, user }: Body): Subject {
  const { key, custom, anonymous } = evaluationContext ?? user ?? {}
  const properties = isJsonObject(custom) ? custom : {}
  // The context was parsed from JSON.
  const known = { ...(anonymous === undefined ? {} : { anonymous: anonymous as JsonValue }), ...properties }
  const subject = openFeatureSubject({ ...known, targetingKey: (key ?? null) as JsonValue })
  if (!('errorCode' in subject)) return subject
  const code = subject.errorCode === 'TARGETING_KEY_MISSING' ? 'required' : 'invalid_input'
  throw invalidRequest([violation(user ? 'user__key' : 'evaluationContext__key', code, subject.message)])
}

const answered = {
  trackEvents: z.boolean(),
  variationType: z.string(),
  reason: z.string(),
  errorCode: z.string(),
  errorDetails: z.string().optional(),
  value: z.unknown(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
}

/** The result of one flag; the caller's default if it has no value. */
export const goFeatureFlagSchema = z
  .object({ ...answered, failed: z.boolean(), version: z.string(), cacheable: z.boolean() })
  .meta({ id: 'GoFeatureFlag' })

/** The results of all flags. */
export const goFeatureFlagsSchema = z
  .object({ flags: z.record(z.string(), z.object({ ...answered, timestamp: z.int() })), valid: z.boolean() })
  .meta({ id: 'GoFeatureFlags' })

/** The name of the variation when the result is the caller's default. */
const DEFAULT = 'SdkDefault'

/** The result of a flag, in the form of the relay proxy. A missing flag (`undefined`) results in an error. */
export function goFeatureFlagBodyOf(evaluated: EvaluatedFlag | undefined, byDefault: unknown) {
  const { version } = evaluated?.decision ?? {}
  const answer = answerOf(evaluated, byDefault)
  return {
    ...answer,
    failed: answer.errorCode !== '',
    version: String(version ?? ''),
    cacheable: answer.errorCode === '',
  }
}

/** The results of all flags. Their callers have no defaults. */
export function goFeatureFlagsBody(evaluated: readonly EvaluatedFlag[], nowMs: number) {
  const timestamp = Math.floor(nowMs / 1000)
  return { flags: Object.fromEntries(answersOf(evaluated, timestamp)), valid: true }
}

/** {@link goFeatureFlagsBody} as JSON in parts, for flags that are too long for one text. */
export function goFeatureFlagsParts(evaluated: readonly EvaluatedFlag[], nowMs: number): Iterable<string> {
  return jsonTexts({ flags: new LongObject(answersOf(evaluated, Math.floor(nowMs / 1000))), valid: true })
}

function* answersOf(evaluated: readonly EvaluatedFlag[], timestamp: number) {
  for (const each of evaluated) yield [each.decision.key, { ...answerOf(each, null), timestamp }] as const
}

function answerOf(evaluated: EvaluatedFlag | undefined, byDefault: unknown): z.output<z.ZodObject<typeof answered>> {
  if (!evaluated) return failure('FLAG_NOT_FOUND', 'There is no such flag.', byDefault)
  const answer = openFeatureAnswer(evaluated)
  if ('errorCode' in answer) return failure(answer.errorCode, answer.message, byDefault)
  const { value, reason, variant, metadata } = answer
  const variationType = value === undefined ? DEFAULT : variant
  return { trackEvents: true, variationType, reason, errorCode: '', value: value ?? byDefault ?? null, metadata }
}

function failure(errorCode: string, errorDetails: string, byDefault: unknown) {
  const value = byDefault ?? null
  return { trackEvents: true, variationType: DEFAULT, reason: 'ERROR', errorCode, errorDetails, value }
}
