import { DISTINCT_ID_LIMIT } from '../validation/id-limits.ts'

/** The length of each end, which leaves space for the length between them. */
const END_LENGTH = 90

/**
 * Returns the form in which a caller's text is cached. A text of up to {@link DISTINCT_ID_LIMIT} characters is
 * unchanged; of a longer one, the result has both ends and its length. The result is deterministic, and a shortened
 * text is not shortened again.
 */
export function shortText(text: string): string {
  if (text.length <= DISTINCT_ID_LIMIT) return text
  // A slice references the whole text and keeps it in memory, also as a part of another text; a joined text is a copy.
  return [text.slice(0, END_LENGTH), String(text.length), text.slice(-END_LENGTH)].join('\u2026')
}
