import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.ts'

const RELATIVE = /^-?(\d+)([hdwmy])$/
/** The exclusive maximum of a count. */
const COUNT_LIMIT = 10_000
/** Every month has these days; a day up to this number does not change with the month. */
const DAYS_IN_EVERY_MONTH = 28

/**
 * Parses `-7d`, `30h`, `2w`, `1m` or `1y` to a function from now to the instant that long ago, both in milliseconds
 * since 1970. The sign is ignored: it is always the past. Undefined if the text has another form.
 */
export function parseRelativeInstant(text: string): ((nowMs: number) => number) | undefined {
  const match = RELATIVE.exec(text)
  if (!match) return undefined
  const count = Number(match[1])
  if (count >= COUNT_LIMIT) return undefined
  switch (match[2]) {
    case 'h':
      return (nowMs) => nowMs - count * HOUR_MS
    case 'd':
      return (nowMs) => nowMs - count * DAY_MS
    case 'w':
      return (nowMs) => nowMs - count * 7 * DAY_MS
    case 'm':
      return (nowMs) => monthsBefore(nowMs, count)
    default:
      return (nowMs) => yearsBefore(nowMs, count)
  }
}

/** Goes back month by month, and each step may reduce the day: two months before 31 March is 28 January. */
function monthsBefore(nowMs: number, count: number): number {
  const date = new Date(nowMs)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  let day = date.getUTCDate()
  for (let step = 1; step <= count && day > DAYS_IN_EVERY_MONTH; step++) {
    day = Math.min(day, daysInMonth(year, month - step))
  }
  return date.setUTCFullYear(year, month - count, day)
}

/** Goes back year by year. The year before a leap year has no 29 February, so the first step determines the day. */
function yearsBefore(nowMs: number, count: number): number {
  const date = new Date(nowMs)
  const month = date.getUTCMonth()
  const isLeapDay = month === 1 && date.getUTCDate() === 29
  return date.setUTCFullYear(date.getUTCFullYear() - count, month, isLeapDay && count > 0 ? 28 : date.getUTCDate())
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}
