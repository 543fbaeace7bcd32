import {
  addDays,
  addMonths,
  type Day,
  midnightMs,
  startOfMonth,
  startOfWeek,
} from '../../../foundation/time/calendar-day.ts'
import { DAY_MS, HOUR_MS } from '../../../foundation/time/durations.ts'
import { localDay, offsetMinutes, startOfDay } from '../../../foundation/time/time-zone.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import { boundAt, firstBound, type LocalClock, lastBound, shiftedBack } from './date-bound.ts'
import { UnsupportedQuery } from './query-part.ts'
import type { DateRange, Interval } from './trends-query.ts'

const DEFAULT_DATE_FROM = '-7d'
/** More points than any display has room for (INSIGHT-15). */
const MAX_STEPS = 10_000

/** Whole hours; `until` is the first moment after them. Milliseconds since 1970. */
interface HourRange {
  readonly interval: 'hour'
  readonly from: number
  readonly until: number
}

/** Whole days, to be shown by day, week or month; `until` is the first day after them. */
interface DayRange {
  readonly interval: Exclude<Interval, 'hour'>
  readonly from: Day
  readonly until: Day
}

/** What is counted, in the project's time zone. */
export type TimeRange = HourRange | DayRange

/** A range without the rest of its query. */
export interface RangeQuestion {
  readonly interval: Interval
  readonly dateRange: DateRange
  /** Whether there is one number for the range, so that it need not begin with a whole week or month (INSIGHT-14). */
  readonly isTotal: boolean
}

/** Reads a range; both its ends count (INSIGHT-12). */
export function timeRange({ interval, dateRange, isTotal }: RangeQuestion, clock: LocalClock): TimeRange {
  const first = firstBound(dateRange.dateFrom || DEFAULT_DATE_FROM, clock)
  const last = dateRange.dateTo ? lastBound(dateRange.dateTo, clock) : boundAt(clock.now, clock.zone)
  const range =
    interval === 'hour' ? hours(first.at, last.at, clock) : days(first.day, last.day, isTotal ? 'day' : interval)
  requireSize(range)
  return range
}

function hours(first: number, last: number, { zone }: LocalClock): HourRange {
  return { interval: 'hour', from: startOfHour(first, zone), until: startOfHour(last, zone) + HOUR_MS }
}

function days(first: Day, last: Day, interval: DayRange['interval']): DayRange {
  return { interval, from: firstDayOfStep(first, interval), until: addDays(last, 1) }
}

function startOfHour(epochMs: number, zone: string): number {
  const wall = epochMs + offsetMinutes(epochMs, zone) * 60_000
  return epochMs - (wall - Math.floor(wall / HOUR_MS) * HOUR_MS)
}

function requireSize(range: TimeRange): void {
  const size = range.interval === 'hour' ? (range.until - range.from) / HOUR_MS : daysIn(range)
  if (size <= 0) throw new UnsupportedQuery('The range of dates ends before it begins.')
  if (size > MAX_STEPS) throw new UnsupportedQuery('The range of dates has more than 10,000 points.')
}

function daysIn({ from, until }: DayRange): number {
  return (midnightMs(until) - midnightMs(from)) / DAY_MS
}

/** The first day of each step of a range by day, week or month, or the first moment of each hour. */
export function stepsOf(range: TimeRange): readonly (Day | number)[] {
  const steps: (Day | number)[] = []
  if (range.interval === 'hour') for (let at = range.from; at < range.until; at += HOUR_MS) steps.push(at)
  else for (let at = range.from; at < range.until; at = stepsLater(at, 1, range.interval)) steps.push(at)
  return steps
}

/** As long a range right before this one, or so much earlier (INSIGHT-25). */
export function rangeBefore(range: TimeRange, distance: string | null, zone: string): TimeRange {
  const count = stepsOf(range).length
  if (range.interval === 'hour') {
    const from = distance === null ? range.from - count * HOUR_MS : earlierHour(range.from, distance, zone)
    return { interval: 'hour', from, until: from + count * HOUR_MS }
  }
  const { interval } = range
  const earlier = distance === null ? stepsLater(range.from, -count, interval) : earlierDay(range.from, distance)
  const from = firstDayOfStep(earlier, interval)
  return { interval, from, until: stepsLater(from, count, interval) }
}

function earlierDay(day: Day, distance: string): Day {
  const earlier = shiftedBack(day, distance)
  if (earlier) return earlier
  throw new UnsupportedQuery(`"compareFilter.compare_to" has to be a distance such as -1m.`)
}

/** The same hour of the clock on an earlier day. */
function earlierHour(epochMs: number, distance: string, zone: string): number {
  const day = localDay(epochMs, zone)
  const sinceMidnight = epochMs - startOfDay(day, zone)
  return startOfHour(startOfDay(earlierDay(day, distance), zone) + sinceMidnight, zone)
}

function firstDayOfStep(day: Day, interval: DayRange['interval']): Day {
  if (interval === 'week') return startOfWeek(day)
  return interval === 'month' ? startOfMonth(day) : day
}

function stepsLater(day: Day, count: number, interval: DayRange['interval']): Day {
  if (interval === 'month') return addMonths(day, count)
  return addDays(day, interval === 'week' ? 7 * count : count)
}

/** The first and the last moment that count. */
export function boundsOf(range: TimeRange, zone: string): { readonly dateFrom: Timestamp; readonly dateTo: Timestamp } {
  const isHour = range.interval === 'hour'
  const from = isHour ? range.from : startOfDay(range.from, zone)
  const until = isHour ? range.until : startOfDay(range.until, zone)
  return { dateFrom: timestampOf(from), dateTo: timestampOf(until - 1) }
}
