import type { Timestamp } from '@flagdeck/core'
import { parseTimestamp } from '@flagdeck/core/store'

/** The timestamp of ISO 8601 text that is known to be a date. */
export function moment(text: string): Timestamp {
  const timestamp = parseTimestamp(text)
  if (timestamp === undefined) throw new Error(`${text} is no date`)
  return timestamp
}
