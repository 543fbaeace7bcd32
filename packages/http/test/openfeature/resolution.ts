import type { JsonObject, JsonValue } from '@flagdeck/core'
import type { OfrepItem } from '../../src/api/wire/ofrep-response.ts'

/** The type that a caller of OpenFeature requests. Integers and floats are both numbers. */
export type ValueType = 'boolean' | 'string' | 'number' | 'object'

/** A call as OpenFeature's clients send it. */
export interface Question {
  readonly type: ValueType
  /** The value that the caller uses when there is no result. */
  readonly fallback: JsonValue
  readonly context: JsonObject
}

/** The result for the caller: OpenFeature's evaluation details. */
export interface Resolution {
  readonly value: JsonValue
  readonly reason: string
  readonly variant: string | undefined
  readonly errorCode: string | undefined
  readonly metadata: JsonObject
}

/**
 * The resolution that OpenFeature's clients derive from an item: the fallback replaces a missing value, a value of
 * another type, or an error. They compare with `typeof`, which treats lists as objects.
 */
export function resolution(item: OfrepItem, { type, fallback }: Question): Resolution {
  const failed = (errorCode: string): Resolution => {
    return { value: fallback, reason: 'ERROR', variant: undefined, errorCode, metadata: {} }
  }
  if ('errorCode' in item) return failed(item.errorCode)
  const { reason, variant, metadata } = item
  // The value was parsed from JSON, or can be written as JSON.
  const value = item.value as JsonValue | undefined
  if (value !== undefined && typeof value !== type) return failed('TYPE_MISMATCH')
  return { value: value ?? fallback, reason, variant, errorCode: undefined, metadata }
}
