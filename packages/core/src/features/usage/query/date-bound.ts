import {
  addDays,
  addMonths,
  type Day,
  midnightMs,
  startOfMonth,
  startOfWeek,
} from '../../../foundation/time/calendar-day.ts'
import { HOUR_MS } from '../../../foundation/time/durations.ts'
import { instantOfWallTime, localDay, localIso, startOfDay } from '../../../foundation/time/time-zone.ts'
import { epochMsOf, parseTimestamp } from '../../../foundation/time/timestamp.ts'
import { clip } from '../../../foundation/validation/clip.ts'
import { UnsupportedQuery } from './query-part.ts'

/** The current time, and the time zone. */
export interface LocalClock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The IANA name of the project's time zone. */
  readonly zone: string
}

const UNITS = ['h', 'd', 'w', 'm', 'q', 'y'] as const
type Unit = (typeof UNITS)[number]
/** The units of a calendar. */
export type CalendarUnit = Exclude<Unit, 'h'>
/** The maximum number of years back, because calendars have no negative years. */
const MAX_YEARS_BACK = 500
const MONTHS = { m: 1, q: 3, y: 12 } as const

interface RelativeDate {
  readonly back: number
  readonly unit: Unit
  readonly position: string | undefined
}

const RELATIVE = /^(?:-?(\d{1,4}))?([hdwmqy])(Start|End)?$/

function parseRelative(text: string): RelativeDate | undefined {
  const [, back, letter, position] = RELATIVE.exec(text.trim()) ?? []
  const unit = UNITS.find((unit) => unit === letter)
  // A unit alone defines neither the distance nor its start or end.
  if (!unit || (back === undefined && position === undefined)) return undefined
  const isTooFar = (unit === 'q' || unit === 'y') && Number(back) > MAX_YEARS_BACK
  return isTooFar ? undefined : { back: Number(back ?? 0), unit, position }
}

/** An end of a range. */
export interface DateBound {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The day that the text names. If the time zone skipped that day, `at` is on another one (TIME-6). */
  readonly day: Day
}

/** Returns the bound for a time, with its day in the time zone. */
export function boundAt(at: number, zone: string): DateBound {
  return { at, day: localDay(at, zone) }
}

/** Returns the start of a range. It is the start of a day, unless the text contains hours or a time. */
export function firstBound(text: string, clock: LocalClock): DateBound {
  return requireUsual(text, unboundFirst(text, clock))
}

function unboundFirst(text: string, clock: LocalClock): DateBound {
  const relative = parseRelative(text)
  if (!relative) return parseAbsolute(text, clock).first
  const { back, unit, position } = relative
  if (unit === 'h') return boundAt(clock.now - back * HOUR_MS, clock.zone)
  return startOf(atPosition(daysBack(clock, back, unit), unit, position), clock.zone)
}

/** Returns the end of a range. It is the end of a day, unless the text contains hours or a time. */
export function lastBound(text: string, clock: LocalClock): DateBound {
  return requireUsual(text, unboundLast(text, clock))
}

function unboundLast(text: string, clock: LocalClock): DateBound {
  const relative = parseRelative(text)
  if (!relative) return parseAbsolute(text, clock).last
  const { back, unit, position } = relative
  if (unit === 'h') return boundAt(clock.now - back * HOUR_MS, clock.zone)
  const day = atPosition(daysBack(clock, back, unit), unit, position)
  if (position === 'Start') return startOf(day, clock.zone)
  if (position === 'End') return endOf(day, clock.zone)
  const timeOfDay = Date.parse(`${localIso(clock.now, clock.zone)}Z`) - midnightMs(localDay(clock.now, clock.zone))
  return { at: instantOfWallTime(midnightMs(day) + timeOfDay, clock.zone), day }
}

function startOf(day: Day, zone: string): DateBound {
  return { at: startOfDay(day, zone), day }
}

function endOf(day: Day, zone: string): DateBound {
  return { at: startOfDay(addDays(day, 1), zone) - 1, day }
}

/** Rejects bounds before 1970, where no usage can be, and years that could have five digits. */
function requireUsual(text: string, bound: DateBound): DateBound {
  if (bound.at >= 0 && bound.at < Date.UTC(9000, 0)) return bound
  throw new UnsupportedQuery(`"${clip(text)}" is not between the years 1970 and 9000.`)
}

/** Returns the unit and position in a text that is relative to now. */
export function namedAs(text: string): { readonly unit: CalendarUnit | 'h'; readonly isStart: boolean } | undefined {
  const relative = parseRelative(text)
  return relative && { unit: relative.unit, isStart: relative.position === 'Start' }
}

/** Moves a day back by a distance; undefined for hours, and for a text that is not a distance. */
export function shiftedBack(day: Day, distance: string): Day | undefined {
  const relative = parseRelative(distance)
  if (!relative || relative.position !== undefined || relative.unit === 'h') return undefined
  const earlier = backFrom(day, relative.back, relative.unit)
  return earlier < day ? earlier : undefined
}

function daysBack(clock: LocalClock, back: number, unit: CalendarUnit): Day {
  return backFrom(localDay(clock.now, clock.zone), back, unit)
}

/** Moves a day back by a number of units, or forward if `back` is negative. */
export function backFrom(day: Day, back: number, unit: CalendarUnit): Day {
  if (unit === 'd') return addDays(day, -back)
  if (unit === 'w') return addDays(day, -7 * back)
  return addMonths(day, -back * MONTHS[unit])
}

/** Returns the first or last day of the unit that contains the day, or the day itself. */
function atPosition(day: Day, unit: CalendarUnit, position: string | undefined): Day {
  if (position === undefined) return day
  const first = firstDayOf(day, unit)
  return position === 'Start' ? first : addDays(firstDayAfter(first, unit), -1)
}

function firstDayOf(day: Day, unit: CalendarUnit): Day {
  if (unit === 'd') return day
  if (unit === 'w') return startOfWeek(day)
  const month = Number(day.slice(5, 7)) - 1
  return addMonths(startOfMonth(day), -(month % MONTHS[unit]))
}

function firstDayAfter(first: Day, unit: CalendarUnit): Day {
  return backFrom(first, -1, unit)
}

const HAS_OFFSET = /(z|[+-]\d{2}(:?\d{2})?)$/i
const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/

/** Parses a day, a local time, or a time with its offset. */
function parseAbsolute(text: string, { zone }: LocalClock): { readonly first: DateBound; readonly last: DateBound } {
  const timestamp = parseTimestamp(text)
  if (!timestamp)
    throw new UnsupportedQuery(`"${clip(text)}" is not a date: use one such as -7d, mStart or 2026-11-20.`)
  const trimmed = text.trim()
  const wallMs = epochMsOf(timestamp)
  if (DAY_ONLY.test(trimmed)) return { first: startOf(trimmed, zone), last: endOf(trimmed, zone) }
  const moment = boundAt(HAS_OFFSET.test(trimmed) ? wallMs : instantOfWallTime(wallMs, zone), zone)
  return { first: moment, last: moment }
}
