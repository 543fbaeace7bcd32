import type { EmbeddedFlags, FlagKey } from '@flagdeck/core'
import { openFeatureSubject, snapshotAnswer } from '@flagdeck/core/operations'
import { ErrorCode, type ResolutionDetails } from '@openfeature/server-sdk'
import { contextJson } from './context-json.ts'

/** The types that callers ask for. Integers and floats are numbers; a list is an object. */
export type ValueType = 'boolean' | 'string' | 'number' | 'object'

/** A call of the SDK. */
export interface Question<Value> {
  readonly key: FlagKey
  readonly type: ValueType
  /** What the caller goes on with when there is no answer. */
  readonly fallback: Value
  readonly context: object
}

/** What a flag answers (PROTO-50). It never throws: to the SDK that would be slow, and mean the same. */
export function resolveFlag<Value>(
  flags: Pick<EmbeddedFlags, 'evaluate' | 'snapshot'>,
  { key, type, fallback, context }: Question<Value>,
): ResolutionDetails<Value> {
  const json = contextJson(context)
  if (!json) return failed(fallback, ErrorCode.INVALID_CONTEXT, 'The context cannot be written as JSON.')
  const subject = openFeatureSubject(json)
  if ('errorCode' in subject) return failed(fallback, ErrorCode[subject.errorCode], subject.message)
  const decision = flags.evaluate(key, subject)
  const answer = snapshotAnswer(flags.snapshot(), decision)
  if (!answer) return failed(fallback, ErrorCode.FLAG_NOT_FOUND, 'There is no feature flag with this key.')
  if ('errorCode' in answer) return failed(fallback, ErrorCode[answer.errorCode], answer.message)
  const { value, reason, variant, metadata: flagMetadata } = answer
  if (value === undefined) return { value: fallback, variant, reason, flagMetadata }
  if (typeof value !== type) {
    return failed(fallback, ErrorCode.TYPE_MISMATCH, `The flag's value is of type ${typeof value}, not ${type}.`)
  }
  // Answers are shared, and callers may change what they get: an object comes from the payload.
  const own = typeof value === 'object' ? JSON.parse(String(decision.payload)) : value
  return { value: own as Value, variant, reason, flagMetadata }
}

/** The caller's own default, and why. */
export function failed<Value>(value: Value, errorCode: ErrorCode, errorMessage: string): ResolutionDetails<Value> {
  return { value, reason: 'ERROR', errorCode, errorMessage }
}
