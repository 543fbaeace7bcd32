/** A date and a time as they were written. */
export interface WrittenDate {
  /** `2026-11-20T08:00:30`; the day may not exist. */
  readonly wall: string
  /** The digits after the decimal point of the seconds. */
  readonly fraction: string
  /** The UTC offset in minutes; undefined if there is none. */
  readonly offsetMinutes: number | undefined
}

/** The maximum length: no date is longer, even with the names of its day and its zone. */
const MAX_LENGTH = 100

const WEEKDAY = /^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?(?:,\s*|\s+)/i
/** `Nov 20 08:00:30 2026`, with or without a zone before the year, is the date format of C. */
const YEAR_LAST = /^([a-z]{3,9}\s+\d{1,2})(\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+[a-z]{2,3})?)\s+(\d{4})$/i

/** The formats of a day, which the time follows. In numeric formats the month is first, unless the year is. */
const DAYS: readonly RegExp[] = [
  /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2}|[a-z]{3,9})\k<mark>(?<day>\d{1,2})(?!\d)/i,
  /^(?<month>\d{1,2})(?<mark>[/.])(?<day>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?!\d)/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-\s]\s*(?<month>[a-z]{3,9})\.?[-,\s]\s*(?<year>\d{4}|\d{2})(?!\d)/i,
  /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?[,\s]\s*(?<year>\d{4}|\d{2})(?!\d)/i,
]

const CLOCK =
  /^(?:t|[,\s]\s*(?:at\s+)?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?/i
const HALF_DAY = /^\s*([ap])\.?m\b\.?/i
/** A zone by name or as an offset, optionally followed by its name in parentheses, as JavaScript prints it. */
const ZONE = /^\s*(?:(?<name>[a-z]{1,3})?(?<offset>[-+]\d{2}(?::?\d{2})?)?)(?:\s*\([^()]*\))?$/i

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** The UTC offsets of the zones that RFC 2822 names, in hours; other names are ambiguous. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  ut: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/** Parses a date in common formats; undefined if it is not a date, or omits the year or the day. */
export function readDateText(text: string): WrittenDate | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const dated = text.trim().replace(WEEKDAY, '').replace(YEAR_LAST, '$1 $3$2')
  const day = firstMatch(DAYS, dated)
  const date = day && isoDay(day.groups ?? {})
  if (!date) return undefined
  const afterDay = dated.slice(day[0].length)
  const clock = CLOCK.exec(afterDay)
  const afterClock = afterDay.slice(clock?.[0].length ?? 0)
  const half = clock && HALF_DAY.exec(afterClock)
  const offsetMinutes = readZone(afterClock.slice(half?.[0].length ?? 0), clock !== null)
  const time = clock ? isoTime(clock.groups ?? {}, half?.[1]) : '00:00:00'
  if (!time || offsetMinutes === 'unknown') return undefined
  return { wall: `${date}T${time}`, fraction: clock?.groups?.fraction ?? '', offsetMinutes }
}

type Parts = Readonly<Record<string, string | undefined>>

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return match
  }
  return undefined
}

function isoDay({ year = '', month = '', day = '' }: Parts): string | undefined {
  const number = /\d/.test(month) ? Number(month) : MONTHS.findIndex((name) => name.startsWith(month.toLowerCase())) + 1
  if (number < 1 || number > 12) return undefined
  return `${year.length === 2 ? century(year) : ''}${year}-${twoDigits(number)}-${twoDigits(Number(day))}`
}

/** Years of two digits are from 1970 to 2069. */
function century(year: string): string {
  return Number(year) < 70 ? '20' : '19'
}

function isoTime({ hour = '', minute = '', second = '00' }: Parts, half: string | undefined): string | undefined {
  if (half === undefined) return `${twoDigits(Number(hour))}:${minute}:${second}`
  const onDial = Number(hour)
  if (onDial < 1 || onDial > 12) return undefined
  return `${twoDigits((onDial % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${minute}:${second}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Returns the UTC offset in minutes; undefined for an empty text. */
function readZone(text: string, hasTime: boolean): number | 'unknown' | undefined {
  if (text === '') return undefined
  const { name, offset } = ZONE.exec(text)?.groups ?? {}
  const hours = name && ZONE_HOURS[name.toLowerCase()]
  if (name === undefined ? offset === undefined : hours === undefined) return 'unknown'
  if (offset === undefined) return Number(hours) * 60
  // An offset after another zone than UTC is meaningless, and after a day alone `-08` might be an hour.
  if (Number(hours ?? 0) !== 0 || (!hasTime && offset.length === 3)) return 'unknown'
  return minutesOf(offset)
}

function minutesOf(offset: string): number | 'unknown' {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))]
  if (hours > 23 || minutes > 59) return 'unknown'
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
