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
/** More points than any display has room for (INSIGHT-15). */
const MAX_STEPS = 10_000

/** Whole hours; `until` is the first moment after them. Milliseconds since 1970. */
export interface HourRange {
  readonly interval: 'hour'
  readonly from: number
  readonly until: number
}

/**
 * Whole days, to be shown by day, week or month; `until` is the first day after them. The first and the last week or month
 * may be cut (INSIGHT-14).
 */
export interface DayRange {
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
  /** Whether there is one number for the range, which has no weeks or months. */
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

/** The first moment of each hour, or the first day of each day, week or month of a range, also where that is before it. */
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

/** The first and the last moment that count. */
export function boundsOf(range: TimeRange, zone: string): { readonly dateFrom: Timestamp; readonly dateTo: Timestamp } {
  const isHour = range.interval === 'hour'
  const from = isHour ? range.from : startOfDay(range.from, zone)
  const until = isHour ? range.until : startOfDay(range.until, zone)
  return { dateFrom: timestampOf(from), dateTo: timestampOf(until - 1) }
}
