import type { Timestamp } from '@flagdeck/core'
import { isTooDeep } from './is-too-deep.ts'

/** Reads a time column. Only timestamps are written to such columns. */
export function timestampFrom(stored: string): Timestamp
export function timestampFrom(stored: string | null): Timestamp | null
export function timestampFrom(stored: string | null): Timestamp | null {
  return stored as Timestamp | null
}

/** Reads a boolean column, which SQLite returns as 0 or 1. */
export function booleanFrom(stored: boolean | number): boolean
export function booleanFrom(stored: boolean | number | null): boolean | null
export function booleanFrom(stored: boolean | number | null): boolean | null {
  return stored === null ? null : Boolean(stored)
}

/**
 * Reads a JSON column. A damaged document is returned as its text. Its reader finds that it has the wrong shape, and
 * one broken row does not break the list that contains it (OUT-12).
 */
export function documentFrom<T>(stored: string): T {
  try {
    // Text that is too deep, or that is returned in the catch, is not a T. The evaluation of stored documents expects
    // that.
    return isTooDeep(stored) ? (stored as T) : JSON.parse(stored)
  } catch {
    return stored as T
  }
}

/** Reads a column of ids. Elements of a damaged list that are not ids are skipped. */
export function idsFrom(stored: string): readonly number[] {
  const ids = documentFrom<unknown>(stored)
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []
}
