import { documentFrom } from '../column-values.ts'
import { decodeText, encodeText } from '../sql-value.ts'

/**
 * Returns the JSON text of a column of tags or other labels. Labels are encoded first: queries compare them with
 * encoded texts, and PostgreSQL does not read JSON with an escaped NUL.
 */
export function labelsOf(labels: readonly string[]): string {
  return JSON.stringify(labels.map(encodeText))
}

/** Returns the labels that were passed to {@link labelsOf}. */
export function labelsFrom(stored: string): readonly string[] {
  const labels = documentFrom<unknown>(stored)
  return Array.isArray(labels) ? labels.map((label) => decodeText(String(label))) : []
}
