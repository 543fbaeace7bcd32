import type { EmbeddedFlags, FlagKey } from '@flagdeck/core'
import { openFeatureSubject, snapshotAnswer } from '@flagdeck/core/operations'
import { ErrorCode, type ResolutionDetails } from '@openfeature/server-sdk'
import { contextJson } from './context-json.ts'

/** The types that callers can request. Integers and floats are numbers; lists are objects. */
export type ValueType = 'boolean' | 'string' | 'number' | 'object'

/** The arguments of one evaluation by the SDK. */
export interface Question<Value> {
  readonly key: FlagKey
  readonly type: ValueType
  /** The caller's default, which is returned if the flag has no value. */
  readonly fallback: Value
  readonly context: object
}

/**
 * Returns the result of a flag in the SDK's form (PROTO-50). Never throws: the SDK treats an exception like a failed
 * result, but more slowly.
 */
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
  // Results are shared, and callers may modify theirs, so an object is parsed from the payload again.
  const own = typeof value === 'object' ? JSON.parse(String(decision.payload)) : value
  return { value: own as Value, variant, reason, flagMetadata }
}

/** Returns the caller's default, with the reason. */
export function failed<Value>(value: Value, errorCode: ErrorCode, errorMessage: string): ResolutionDetails<Value> {
  return { value, reason: 'ERROR', errorCode, errorMessage }
}
