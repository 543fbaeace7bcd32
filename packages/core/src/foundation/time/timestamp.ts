/**
 * A moment in UTC as fixed-width ISO 8601 text with microseconds: `2026-11-20T08:00:00.123000Z`.
 * The width is fixed so that comparing two of them as text compares them in time, in every store.
 */
export type Timestamp = string & { readonly __timestamp: unique symbol }

/** Milliseconds since 1970-01-01T00:00:00Z, as `Date.now` gives them. */
export type Clock = () => number

/** The timestamp of `epochMs`, milliseconds since 1970. */
export function timestampOf(epochMs: number): Timestamp {
  return new Date(epochMs).toISOString().replace('Z', '000Z') as Timestamp
}

/** Milliseconds since 1970; what is finer than a millisecond is cut off. */
export function epochMsOf(timestamp: Timestamp): number {
  return Date.parse(`${timestamp.slice(0, 23)}Z`)
}

/** The timestamp as the API prints it: the fraction is there only when it is not zero. */
export function formatTimestamp(timestamp: Timestamp): string {
  return timestamp.endsWith('.000000Z') ? `${timestamp.slice(0, 19)}Z` : timestamp
}

const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i

/**
 * Reads ISO 8601 text into a timestamp, or answers undefined when it is not a date that exists.
 * Text without an offset is read as UTC.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = ISO_DATE_TIME.exec(text.trim())
  if (!match) return undefined
  const [, date, time = '00:00', second = '00', fraction = '', offset = 'Z'] = match
  const wall = `${date}T${time}:${second}`
  const wallMs = Date.parse(`${wall}Z`)
  // Date.parse rolls 31 February over into March; a date that does not print back did not exist.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(wall)) return undefined
  const utcMs = wallMs - offsetMs(offset)
  const year = new Date(utcMs).getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return undefined
  return `${new Date(utcMs).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z` as Timestamp
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0
  const sign = offset.startsWith('-') ? -1 : 1
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || 0)
  return sign * (hours * 60 + minutes) * 60_000
}
