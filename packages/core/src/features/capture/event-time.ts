/** The times in an event and its request, in milliseconds; null when missing or invalid. */
export interface EventTiming {
  /** When the event happened, by the client's clock. */
  readonly timestampMs: number | null
  /** When it was sent, by the same clock; null also when the event disables the correction. */
  readonly sentAtMs: number | null
  /** The time between the event and its sending. */
  readonly offsetMs: number | null
}

/**
 * Returns when an event happened by the server's clock: the time between the event and its sending, before now
 * (CAPTURE-12).
 */
export function eventTime({ timestampMs, sentAtMs, offsetMs }: EventTiming, nowMs: number): number {
  return Math.min(nowMs, uncheckedTime({ timestampMs, sentAtMs, offsetMs }, nowMs))
}

function uncheckedTime({ timestampMs, sentAtMs, offsetMs }: EventTiming, nowMs: number): number {
  if (timestampMs === null) return offsetMs === null ? nowMs : nowMs - offsetMs
  return sentAtMs === null ? timestampMs : nowMs - (sentAtMs - timestampMs)
}
