import { addDays, addMonths, type Day, midnightMs, startOfMonth } from '../../../foundation/time/calendar-day.ts'
import { DAY_MS, HOUR_MS } from '../../../foundation/time/durations.ts'
import { instantOfWallTime, localDay, localIso, startOfDay } from '../../../foundation/time/time-zone.ts'
import { backFrom, type CalendarUnit, namedAs, shiftedBack } from './date-bound.ts'
import { UnsupportedQuery } from './query-part.ts'
import {
  type DayRange,
  DEFAULT_DATE_FROM,
  firstDayOfStep,
  type HourRange,
  requireSize,
  startOfHour,
  type TimeRange,
} from './time-range.ts'
import type { DateRange } from './trends-query.ts'

/** Days from the first up to, but not including, `until`. */
interface DaySpan {
  readonly from: Day
  readonly until: Day
}

/** Returns the range for the comparison: the period before it, or the one that is `distance` earlier (INSIGHT-25). */
export function rangeBefore(range: TimeRange, distance: string | null, asked: DateRange, zone: string): TimeRange {
  const before = distance === null ? periodBefore(range, asked, zone) : earlierRange(range, distance, zone)
  requireSize(before)
  return before
}

function periodBefore(range: TimeRange, { dateFrom }: DateRange, zone: string): TimeRange {
  const text = dateFrom || DEFAULT_DATE_FROM
  const days = daysOf(range, zone)
  const unit = wholeUnit(range, days, text, zone)
  if (unit)
    return onDays(
      range,
      { from: backFrom(days.from, unitsUntil(days.until, days.from, unit), unit), until: days.from },
      zone,
    )
  if (range.interval === 'hour') return hoursEarlier(range, isLongerThanADay(range) ? 7 * weeksOf(days, text) : 1, zone)
  if (range.interval === 'month') return monthsEarlier(range, unitsUntil(endOf(days, text), days.from, 'm'))
  return daysEarlier(range, 7 * weeksOf(days, text))
}

function daysOf(range: TimeRange, zone: string): DaySpan {
  if (range.interval !== 'hour') return range
  return { from: localDay(range.from, zone), until: addDays(localDay(range.until - 1, zone), 1) }
}

/**
 * Returns the calendar unit that a range consists of. It is compared with the whole previous unit, even if the range is
 * not over yet (INSIGHT-53). Days that start with `-7dStart` are compared by weekday.
 */
function wholeUnit(range: TimeRange, days: DaySpan, text: string, zone: string): CalendarUnit | undefined {
  const isOneDay = addDays(days.from, 1) === days.until
  const named = namedAs(text)
  if (named) return named.isStart && named.unit !== 'h' && (named.unit !== 'd' || isOneDay) ? named.unit : undefined
  if (!hasWholeDays(range, days, zone)) return undefined
  if (isOneDay) return 'd'
  return startOfMonth(days.from) === days.from && startOfMonth(days.until) === days.until ? 'm' : undefined
}

function hasWholeDays(range: TimeRange, { from, until }: DaySpan, zone: string): boolean {
  if (range.interval !== 'hour') return true
  return range.from === startOfDay(from, zone) && range.until === startOfDay(until, zone)
}

/** Returns the number of units from a day to another one; at least one. */
function unitsUntil(until: Day, from: Day, unit: CalendarUnit): number {
  let count = 1
  while (backFrom(from, -count, unit) < until) count++
  return count
}

function weeksOf(days: DaySpan, text: string): number {
  return unitsUntil(endOf(days, text), days.from, 'w')
}

/**
 * Ranges relative to now start and end on the same weekday, and include both days: `-7d` has eight days (INSIGHT-12).
 */
function endOf({ until }: DaySpan, text: string): Day {
  return namedAs(text) ? addDays(until, -1) : until
}

/** Ranges include both ends, so `-24h` has 25 hours. */
function isLongerThanADay({ from, until }: HourRange): boolean {
  return until - HOUR_MS - from > DAY_MS
}

function earlierRange(range: TimeRange, distance: string, zone: string): TimeRange {
  const { from } = daysOf(range, zone)
  if (range.interval === 'hour') return hoursEarlier(range, daysBetween(earlierDay(from, distance), from), zone)
  const first = firstDayOfStep(from, range.interval)
  const earlier = firstDayOfStep(earlierDay(first, distance), range.interval)
  if (range.interval === 'month') return monthsEarlier(range, monthsBetween(earlier, first))
  return daysEarlier(range, daysBetween(earlier, first))
}

function earlierDay(day: Day, distance: string): Day {
  const earlier = shiftedBack(day, distance)
  if (earlier) return earlier
  throw new UnsupportedQuery(`"compareFilter.compare_to" must be a period such as -1m.`)
}

function daysBetween(earlier: Day, later: Day): number {
  return (midnightMs(later) - midnightMs(earlier)) / DAY_MS
}

function monthsBetween(earlier: Day, later: Day): number {
  const monthOf = (day: Day) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7))
  return monthOf(later) - monthOf(earlier)
}

function onDays({ interval }: TimeRange, { from, until }: DaySpan, zone: string): TimeRange {
  if (interval !== 'hour') return { interval, from, until }
  return { interval, from: startOfDay(from, zone), until: startOfDay(until, zone) }
}

function daysEarlier({ interval, from, until }: DayRange, days: number): DayRange {
  return { interval, from: addDays(from, -days), until: addDays(until, -days) }
}

/** Moves the last day, and not the day after it, which can be in a longer month. */
function monthsEarlier({ interval, from, until }: DayRange, months: number): DayRange {
  return { interval, from: addMonths(from, -months), until: addDays(addMonths(addDays(until, -1), -months), 1) }
}

/** Returns the same local hours some days earlier. Their number differs when the clocks change (INSIGHT-55). */
function hoursEarlier(range: HourRange, days: number, zone: string): HourRange {
  const from = earlierHour(range.from, days, zone)
  const until = earlierHour(range.until, days, zone)
  return { interval: 'hour', from, until: Math.max(until, from + HOUR_MS) }
}

function earlierHour(epochMs: number, days: number, zone: string): number {
  const wallMs = Date.parse(`${localIso(epochMs, zone)}Z`)
  return startOfHour(instantOfWallTime(wallMs - days * DAY_MS, zone), zone)
}
