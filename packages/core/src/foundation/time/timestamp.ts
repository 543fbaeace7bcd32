/**
 * An instant in UTC as fixed-width ISO 8601 text with microseconds: `2026-11-20T08:00:00.123000Z`. Because of the fixed
 * width, the order as text is the order in time, in every store.
 */
export type Timestamp = string & { readonly __timestamp: unique symbol }

/** Returns milliseconds since 1970-01-01T00:00:00Z, like `Date.now`. */
export type Clock = () => number

/** Returns the timestamp of `epochMs`, milliseconds since 1970. */
export function timestampOf(epochMs: number): Timestamp {
  return new Date(epochMs).toISOString().replace('Z', '000Z') as Timestamp
}

/** Returns milliseconds since 1970; fractions of a millisecond are truncated. */
export function epochMsOf(timestamp: Timestamp): number {
  return Date.parse(`${timestamp.slice(0, 23)}Z`)
}

/** Returns the timestamp in the format of the API, without a fraction of zero. */
export function formatTimestamp(timestamp: Timestamp): string {
  return timestamp.endsWith('.000000Z') ? `${timestamp.slice(0, 19)}Z` : timestamp
}

const ISO_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i

/** Parses ISO 8601 text; returns undefined if the date does not exist. Text without an offset is in UTC. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = ISO_DATE_TIME.exec(text.trim())
  if (!match) return undefined
  const [, date, time = '00:00', second = '00', fraction = '', offset = 'Z'] = match
  const wall = `${date}T${time}:${second}`
  const wallMs = Date.parse(`${wall}Z`)
  // Date.parse converts 31 February to a day in March. A date that does not print the same text does not exist.
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
