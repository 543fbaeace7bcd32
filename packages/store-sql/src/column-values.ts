import type { Timestamp } from '@flagdeck/core'
import { isTooDeep } from './is-too-deep.ts'

/** Reads a time column. Only timestamps are ever written to one. */
export function timestampFrom(stored: string): Timestamp
export function timestampFrom(stored: string | null): Timestamp | null
export function timestampFrom(stored: string | null): Timestamp | null {
  return stored as Timestamp | null
}

/** Reads a boolean column, which SQLite answers as 0 or 1. */
export function booleanFrom(stored: boolean | number): boolean
export function booleanFrom(stored: boolean | number | null): boolean | null
export function booleanFrom(stored: boolean | number | null): boolean | null {
  return stored === null ? null : Boolean(stored)
}

/**
 * Reads a JSON column. A document that somebody damaged is answered as the text it is: what reads it finds that it
 * has the wrong shape, and one broken row does not take the list it is in with it (OUT-12).
 */
export function documentFrom<T>(stored: string): T {
  try {
    // No T when it is too deep, or in the catch; whoever evaluates documents has to expect that of stored ones.
    return isTooDeep(stored) ? (stored as T) : JSON.parse(stored)
  } catch {
    return stored as T
  }
}

/** Reads a column of ids. What is none, in a list that somebody damaged, is left out. */
export function idsFrom(stored: string): readonly number[] {
  const ids = documentFrom<unknown>(stored)
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []
}
