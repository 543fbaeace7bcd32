import { epochMsOf, parseTimestamp } from '@flagdeck/core/store'

/** Numbers from here on are milliseconds: as seconds they would be in the year 5138. */
const FIRST_MILLISECONDS = 1e11
const UTC_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const NUMBER = /^\d{10,16}$/

/**
 * A time in the forms that SDKs send, in milliseconds since 1970: ISO 8601, in UTC by default, or seconds or
 * milliseconds as a number or its text. Null for anything else.
 */
export function sentTime(value: unknown): number | null {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return null
  if (UTC_TIME.test(value)) return orNull(Date.parse(value))
  if (NUMBER.test(value)) return fromNumber(Number(value))
  // Date.parse would interpret a time without an offset in the time zone of this machine.
  const timestamp = parseTimestamp(value)
  return timestamp === undefined ? null : epochMsOf(timestamp)
}

function fromNumber(number: number): number | null {
  if (!(number > 0)) return null
  return orNull(number < FIRST_MILLISECONDS ? number * 1000 : number)
}

/** Null for times outside of the range of dates. */
function orNull(ms: number): number | null {
  return Number.isNaN(new Date(ms).getTime()) ? null : ms
}
