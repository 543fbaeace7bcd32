import { LRUCache } from 'lru-cache'
import { type Day, midnightMs } from './calendar-day.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'

/** No zone has changed its clock at any other minute than these since 1972. */
const QUARTER_MS = 15 * MINUTE_MS
/** Quarters of an hour to remember in a zone: more than a hundred days. */
const MAX_QUARTERS = 10_000

/**
 * The day of a moment as a zone's calendars show it.
 *
 * @param epochMs milliseconds since 1970
 * @param zone IANA name, such as `Asia/Kolkata`; a name that the runtime does not know is a `RangeError`
 */
export function localDay(epochMs: number, zone: string): Day {
  return localIso(epochMs, zone).slice(0, 10)
}

/** The moment as a zone's clocks show it, without the zone: `2026-11-20T13:30:00.000`. */
export function localIso(epochMs: number, zone: string): string {
  return new Date(epochMs + offsetMinutes(epochMs, zone) * MINUTE_MS).toISOString().slice(0, -1)
}

/**
 * First moment of a day in a zone, in milliseconds since 1970. Where clocks skip midnight it is the moment of the
 * change, also for a day that a zone skipped whole: that one begins and ends together with the next.
 */
export function startOfDay(day: Day, zone: string): number {
  return instantOfWallTime(midnightMs(day), zone)
}

/**
 * The moment at which a zone's clocks show `wallMs`, a date and time as if it were UTC. The first, when they show it
 * twice; when they skip it, as long after the change as it was skipped by.
 */
export function instantOfWallTime(wallMs: number, zone: string): number {
  const before = offsetMinutes(wallMs - DAY_MS, zone)
  const after = offsetMinutes(wallMs + DAY_MS, zone)
  // Of two moments that show the same, the larger offset finds the first.
  const candidates = [Math.max(before, after), Math.min(before, after)]
  const offset = candidates.find((minutes) => offsetMinutes(wallMs - minutes * MINUTE_MS, zone) === minutes)
  return wallMs - (offset ?? before) * MINUTE_MS
}

/** How far a zone's clocks are ahead of UTC at a moment, in minutes. Only before 1972 is it ever a fraction. */
export function offsetMinutes(epochMs: number, zone: string): number {
  // The first clock that a process asks the runtime for takes a tenth of a short command's time.
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
  /** By quarter of an hour since 1970: asking the runtime takes microseconds, and every event asks. */
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
