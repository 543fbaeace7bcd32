import type { Timestamp } from '@flagdeck/core'
import { parseTimestamp } from '@flagdeck/core/store'

/** Returns the timestamp of ISO 8601 text that is a valid date. */
export function moment(text: string): Timestamp {
  const timestamp = parseTimestamp(text)
  if (timestamp === undefined) throw new Error(`${text} is no date`)
  return timestamp
}
