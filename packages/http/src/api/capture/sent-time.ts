import { epochMsOf, parseTimestamp } from '@flagdeck/core/store'

/** From here on a number is milliseconds: as seconds it would be in the year 5138. */
const FIRST_MILLISECONDS = 1e11
const UTC_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const NUMBER = /^\d{10,16}$/

/**
 * A time as SDKs write it, in milliseconds since 1970: ISO 8601, in UTC unless it says otherwise, or seconds or
 * milliseconds as a number or its text. Null when it is none of these.
 */
export function sentTime(value: unknown): number | null {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return null
  if (UTC_TIME.test(value)) return orNull(Date.parse(value))
  if (NUMBER.test(value)) return fromNumber(Number(value))
  // Date.parse would read a time without an offset in the zone of this machine.
  const timestamp = parseTimestamp(value)
  return timestamp === undefined ? null : epochMsOf(timestamp)
}

function fromNumber(number: number): number | null {
  if (!(number > 0)) return null
  return orNull(number < FIRST_MILLISECONDS ? number * 1000 : number)
}

/** What lies outside of what dates can be is no time. */
function orNull(ms: number): number | null {
  return Number.isNaN(new Date(ms).getTime()) ? null : ms
}
