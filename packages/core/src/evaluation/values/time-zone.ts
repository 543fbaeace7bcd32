import { DAY_MS } from '../../foundation/time/durations.ts'
/** Converts a local time, in milliseconds as if it were UTC, to milliseconds since 1970. */
export type TimeZone = (wallMs: number) => number

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

export const UTC: TimeZone = (wallMs) => wallMs

/**
 * Returns the conversion for an IANA time zone. A local time that occurs twice, when clocks go back, is the earlier
 * one. A local time that clocks skip is moved forward by the skipped time.
 * @throws RangeError for a zone that the platform does not know
 */
export function timeZone(name: string): TimeZone {
  if (name === 'UTC') return UTC
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  return (wallMs) => {
    // No zone changes its clocks twice in two days, so only these two offsets can apply.
    const before = offsetMs(format, wallMs - DAY_MS)
    const after = offsetMs(format, wallMs + DAY_MS)
    if (before === after) return wallMs - before
    const isBeforeChange = offsetMs(format, wallMs - before) === before
    const isAfterChange = offsetMs(format, wallMs - after) === after
    return isAfterChange && !isBeforeChange ? wallMs - after : wallMs - before
  }
}

function offsetMs(format: Intl.DateTimeFormat, instantMs: number): number {
  const match = OFFSET.exec(format.format(instantMs))
  if (!match?.[1]) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000
  return sign === '-' ? -size : size
}
