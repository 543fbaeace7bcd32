import type { JsonValue } from '../../foundation/json/json-value.ts'
import { readDateText } from './date-text.ts'
import { numberOf } from './number-of.ts'
import type { TimeZone } from './time-zone.ts'

/**
 * Reads a date as milliseconds since 1970; undefined when it is not one that exists. What has no offset is read on the
 * clock of `zone`.
 */
export function parseInstant(text: string, zone: TimeZone): number | undefined {
  const written = readDateText(text)
  if (!written) return undefined
  const { wall, fraction, offsetMinutes } = written
  const wallMs = Date.parse(`${wall}Z`)
  // Date.parse rolls 31 February over into March; a date that does not print back did not exist.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(wall)) return undefined
  const exactMs = wallMs + Number(`0.${fraction}`) * 1000
  return offsetMinutes === undefined ? zone(exactMs) : exactMs - offsetMinutes * 60_000
}

/** The instant that a property's value stands for: a number, also as text, is seconds since 1970. */
export function instantOf(value: JsonValue, zone: TimeZone): number | undefined {
  const seconds = numberOf(value)
  if (seconds !== undefined) return Number.isFinite(seconds) ? seconds * 1000 : undefined
  return typeof value === 'string' ? parseInstant(value, zone) : undefined
}
