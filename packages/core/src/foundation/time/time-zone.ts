import { LRUCache } from 'lru-cache'
import { type Day, midnightMs } from './calendar-day.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'

/** Since 1972, no zone has changed its clock at another minute than these. */
const QUARTER_MS = 15 * MINUTE_MS
/** The number of quarters of an hour to cache per zone: more than a hundred days. */
const MAX_QUARTERS = 10_000

/**
 * Returns the local date of an instant in a zone.
 *
 * @param epochMs milliseconds since 1970
 * @param zone IANA name, such as `Asia/Kolkata`; an unknown name is a `RangeError`
 */
export function localDay(epochMs: number, zone: string): Day {
  return localIso(epochMs, zone).slice(0, 10)
}

/** Returns the local time of an instant in a zone, without the offset: `2026-11-20T13:30:00.000`. */
export function localIso(epochMs: number, zone: string): string {
  return new Date(epochMs + offsetMinutes(epochMs, zone) * MINUTE_MS).toISOString().slice(0, -1)
}

/**
 * Returns the first instant of a day in a zone, in milliseconds since 1970. If clocks skip midnight, it is the instant
 * of the change. The same holds for a day that a zone skips completely: it starts and ends with the next day.
 */
export function startOfDay(day: Day, zone: string): number {
  return instantOfWallTime(midnightMs(day), zone)
}

/**
 * Returns the instant at which a zone's clocks show `wallMs`, a date and time as if it were UTC. If they show it twice,
 * it is the first one. If they skip it, it is as long after the change as the skipped time is after the start of the
 * gap.
 */
export function instantOfWallTime(wallMs: number, zone: string): number {
  const before = offsetMinutes(wallMs - DAY_MS, zone)
  const after = offsetMinutes(wallMs + DAY_MS, zone)
  // Of two instants with the same local time, the larger offset yields the first.
  const candidates = [Math.max(before, after), Math.min(before, after)]
  const offset = candidates.find((minutes) => offsetMinutes(wallMs - minutes * MINUTE_MS, zone) === minutes)
  return wallMs - (offset ?? before) * MINUTE_MS
}

/** Returns the UTC offset of a zone at an instant, in minutes. It is a fraction only before 1972. */
export function offsetMinutes(epochMs: number, zone: string): number {
  // Creating the first formatter of a process takes a tenth of the time of a short command.
  if (zone === 'UTC') return 0
  const offsets = offsetsOf(zone)
  const quarter = Math.floor(epochMs / QUARTER_MS)
  const known = offsets.known.get(quarter)
  if (known !== undefined) return known
  const offset = readOffset(epochMs, offsets.format)
  if (offsets.known.size >= MAX_QUARTERS) offsets.known.clear()
  offsets.known.set(quarter, offset)
  return offset
}

interface ZoneOffsets {
  readonly format: Intl.DateTimeFormat
  /** By quarter of an hour since 1970. The runtime takes microseconds for an offset, and every event needs one. */
  readonly known: Map<number, number>
}

// Bound: OUT-8 time-zones
const zones = new LRUCache<string, ZoneOffsets>({ max: 100 })

function offsetsOf(zone: string): ZoneOffsets {
  const known = zones.get(zone)
  if (known) return known
  // Bound: OUT-8 time-zones
  const offsets = { format: clockOf(zone), known: new Map<number, number>() }
  zones.set(zone, offsets)
  return offsets
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const numeric = 'numeric' as const
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
}

function readOffset(epochMs: number, clock: Intl.DateTimeFormat): number {
  const seconds = Math.floor(epochMs / 1000)
  const shown = Object.fromEntries(clock.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
  const year = shown.era === 'BC' ? 1 - Number(shown.year) : Number(shown.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(shown.month) - 1, Number(shown.day))
  wall.setUTCHours(Number(shown.hour), Number(shown.minute), Number(shown.second))
  return (wall.getTime() / 1000 - seconds) / 60
}
