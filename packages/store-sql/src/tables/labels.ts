import { documentFrom } from '../column-values.ts'
import { decodeText, encodeText } from '../sql-value.ts'

/**
 * Makes the JSON text of a column of tags or other labels. They are encoded first: queries compare them with texts that
 * are, and PostgreSQL reads no JSON with an escaped NUL.
 */
export function labelsOf(labels: readonly string[]): string {
  return JSON.stringify(labels.map(encodeText))
}

/** The labels that {@link labelsOf} was given. */
export function labelsFrom(stored: string): readonly string[] {
  const labels = documentFrom<unknown>(stored)
  return Array.isArray(labels) ? labels.map((label) => decodeText(String(label))) : []
}
