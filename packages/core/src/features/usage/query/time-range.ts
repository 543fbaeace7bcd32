import {
  addDays,
  addMonths,
  type Day,
  midnightMs,
  startOfMonth,
  startOfWeek,
} from '../../../foundation/time/calendar-day.ts'
import { DAY_MS, HOUR_MS } from '../../../foundation/time/durations.ts'
import { offsetMinutes, startOfDay } from '../../../foundation/time/time-zone.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import { boundAt, firstBound, type LocalClock, lastBound } from './date-bound.ts'
import { UnsupportedQuery } from './query-part.ts'
import type { DateRange, Interval } from './trends-query.ts'

export const DEFAULT_DATE_FROM = '-7d'
/** The maximum number of points; no display can show more (INSIGHT-15). */
const MAX_STEPS = 10_000

/** Whole hours in milliseconds since 1970; `until` is the first moment after them. */
export interface HourRange {
  readonly interval: 'hour'
  readonly from: number
  readonly until: number
}

/**
 * Whole days that are shown by day, week or month; `until` is the first day after them. The first and the last week or
 * month can be incomplete (INSIGHT-14).
 */
export interface DayRange {
  readonly interval: Exclude<Interval, 'hour'>
  readonly from: Day
  readonly until: Day
}

/** The counted range, in the project's time zone. */
export type TimeRange = HourRange | DayRange

/** The parts of a query that define its range. */
export interface RangeQuestion {
  readonly interval: Interval
  readonly dateRange: DateRange
  /** Whether the result is one number for the range, which is then not divided into weeks or months. */
  readonly isTotal: boolean
}

/** Parses a range, which includes both ends (INSIGHT-12). */
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
  return { interval, from: first, until: addDays(last, 1) }
}

export function startOfHour(epochMs: number, zone: string): number {
  const wall = epochMs + offsetMinutes(epochMs, zone) * 60_000
  return epochMs - (wall - Math.floor(wall / HOUR_MS) * HOUR_MS)
}

export function requireSize(range: TimeRange): void {
  const size = range.interval === 'hour' ? (range.until - range.from) / HOUR_MS : daysIn(range)
  if (size <= 0) throw new UnsupportedQuery('The date range ends before it starts.')
  if (size > MAX_STEPS)
    throw new UnsupportedQuery('The date range has more than 10,000 points: use a shorter range or a longer interval.')
}

function daysIn({ from, until }: DayRange): number {
  return (midnightMs(until) - midnightMs(from)) / DAY_MS
}

/**
 * Returns the first moment of each hour, or the first day of each day, week or month of a range. It can be before the
 * range.
 */
export function stepsOf(range: TimeRange): readonly (Day | number)[] {
  const steps: (Day | number)[] = []
  if (range.interval === 'hour') for (let at = range.from; at < range.until; at += HOUR_MS) steps.push(at)
  else {
    const { interval, from, until } = range
    for (let at = firstDayOfStep(from, interval); at < until; at = stepsLater(at, 1, interval)) steps.push(at)
  }
  return steps
}

export function firstDayOfStep(day: Day, interval: DayRange['interval']): Day {
  if (interval === 'week') return startOfWeek(day)
  return interval === 'month' ? startOfMonth(day) : day
}

function stepsLater(day: Day, count: number, interval: DayRange['interval']): Day {
  if (interval === 'month') return addMonths(day, count)
  return addDays(day, interval === 'week' ? 7 * count : count)
}

/** Returns the first and the last moment of the range. */
export function boundsOf(range: TimeRange, zone: string): { readonly dateFrom: Timestamp; readonly dateTo: Timestamp } {
  const isHour = range.interval === 'hour'
  const from = isHour ? range.from : startOfDay(range.from, zone)
  const until = isHour ? range.until : startOfDay(range.until, zone)
  return { dateFrom: timestampOf(from), dateTo: timestampOf(until - 1) }
}
