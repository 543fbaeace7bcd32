import type { JsonValue } from '../../json/json-value.ts'
import { numberOf } from './number-of.ts'
import type { TimeZone } from './time-zone.ts'

const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-(\d{2}))(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i

/**
 * Reads `2026-11-20`, `2026-11-20 08:00[:30[.5]]` or RFC 3339 as milliseconds since 1970; undefined when it is not a
 * date that exists. What has no offset is read on the clock of `zone`.
 */
export function parseInstant(text: string, zone: TimeZone): number | undefined {
  const match = ISO_DATE_TIME.exec(text)
  if (!match) return undefined
  const [, date, day, time = '00:00', second = '00', fraction = '', offset] = match
  const wallMs = Date.parse(`${date}T${time}:${second}Z`)
  // Date.parse rolls 31 February over into March; a date whose day changed did not exist.
  if (Number.isNaN(wallMs) || new Date(wallMs).getUTCDate() !== Number(day)) return undefined
  const exactMs = wallMs + Number(`0${fraction}`) * 1000
  return offset === undefined ? zone(exactMs) : exactMs - offsetMs(offset)
}

/** The instant that a property's value stands for: a number, also as text, is seconds since 1970. */
export function instantOf(value: JsonValue, zone: TimeZone): number | undefined {
  const seconds = numberOf(value)
  if (seconds !== undefined) return Number.isFinite(seconds) ? seconds * 1000 : undefined
  return typeof value === 'string' ? parseInstant(value, zone) : undefined
}

function offsetMs(offset: string): number {
  if (offset.length === 1) return 0
  const sign = offset.startsWith('-') ? -1 : 1
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000
}
