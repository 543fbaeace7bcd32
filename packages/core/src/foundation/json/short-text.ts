import { DISTINCT_ID_LIMIT } from '../validation/id-limits.ts'

/** Of both ends, so that there is room for the length between them. */
const END_LENGTH = 90

/**
 * A caller's text as it may be remembered: unchanged up to {@link DISTINCT_ID_LIMIT} characters; of a longer one both ends,
 * with its length between them. The same text always gives the same, and what was shortened is not shortened again.
 */
export function shortText(text: string): string {
  if (text.length <= DISTINCT_ID_LIMIT) return text
  // A slice of a text keeps the whole of it in memory, also as a part of another; what is joined is a copy.
  return [text.slice(0, END_LENGTH), String(text.length), text.slice(-END_LENGTH)].join('\u2026')
}
