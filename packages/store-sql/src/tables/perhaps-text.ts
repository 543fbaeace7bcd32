import { decodeText } from '../sql-value.ts'

/** Reads a text column that may be null. */
export function perhapsText(stored: string | null): string | null {
  return stored === null ? null : decodeText(stored)
}
