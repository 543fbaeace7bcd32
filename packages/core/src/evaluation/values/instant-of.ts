import type { JsonValue } from '../../foundation/json/json-value.ts'
import { readDateText } from './date-text.ts'
import { numberOf } from './number-of.ts'
import type { TimeZone } from './time-zone.ts'

/**
 * Parses a date to milliseconds since 1970; undefined if it does not exist. Text without an offset is in the time zone
 * `zone`.
 */
export function parseInstant(text: string, zone: TimeZone): number | undefined {
  const written = readDateText(text)
  if (!written) return undefined
  const { wall, fraction, offsetMinutes } = written
  const wallMs = Date.parse(`${wall}Z`)
  // Date.parse converts 31 February to a day in March. A date that does not print the same text does not exist.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(wall)) return undefined
  const exactMs = wallMs + Number(`0.${fraction}`) * 1000
  return offsetMinutes === undefined ? zone(exactMs) : exactMs - offsetMinutes * 60_000
}

/** Returns the instant of a property's value: a number, also as text, is in seconds since 1970. */
export function instantOf(value: JsonValue, zone: TimeZone): number | undefined {
  const seconds = numberOf(value)
  if (seconds !== undefined) return Number.isFinite(seconds) ? seconds * 1000 : undefined
  return typeof value === 'string' ? parseInstant(value, zone) : undefined
}
