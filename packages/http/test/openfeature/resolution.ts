import type { JsonObject, JsonValue } from '@flagdeck/core'
import type { OfrepItem } from '../../src/api/wire/ofrep-response.ts'

/** The type that a caller of OpenFeature asks for. It knows integers and floats as numbers alone. */
export type ValueType = 'boolean' | 'string' | 'number' | 'object'

/** A call as OpenFeature's clients make it. */
export interface Question {
  readonly type: ValueType
  /** What the caller goes on with when there is no answer. */
  readonly fallback: JsonValue
  readonly context: JsonObject
}

/** What the caller gets: OpenFeature's evaluation details. */
export interface Resolution {
  readonly value: JsonValue
  readonly reason: string
  readonly variant: string | undefined
  readonly errorCode: string | undefined
  readonly metadata: JsonObject
}

/**
 * What OpenFeature's clients make of an answer: the fallback in place of what is missing, of another type, or an error.
 * They compare with `typeof`, which takes lists for objects.
 */
export function resolution(item: OfrepItem, { type, fallback }: Question): Resolution {
  const failed = (errorCode: string): Resolution => {
    return { value: fallback, reason: 'ERROR', variant: undefined, errorCode, metadata: {} }
  }
  if ('errorCode' in item) return failed(item.errorCode)
  const { reason, variant, metadata } = item
  // JSON came, or what would be written as it.
  const value = item.value as JsonValue | undefined
  if (value !== undefined && typeof value !== type) return failed('TYPE_MISMATCH')
  return { value: value ?? fallback, reason, variant, errorCode: undefined, metadata }
}
