/** What an event and its request say about time, in milliseconds; null: nothing, or nothing that makes sense. */
export interface EventTiming {
  /** When it happened, by the clock of the sender. */
  readonly timestampMs: number | null
  /** When it was sent, by the same clock; null also when the event asks for no correction. */
  readonly sentAtMs: number | null
  /** How long before its sending it happened. */
  readonly offsetMs: number | null
}

/** When an event happened by our clock: what lay between the event and its sending, before now (CAPTURE-12). */
export function eventTime({ timestampMs, sentAtMs, offsetMs }: EventTiming, nowMs: number): number {
  return Math.min(nowMs, uncheckedTime({ timestampMs, sentAtMs, offsetMs }, nowMs))
}

function uncheckedTime({ timestampMs, sentAtMs, offsetMs }: EventTiming, nowMs: number): number {
  if (timestampMs === null) return offsetMs === null ? nowMs : nowMs - offsetMs
  return sentAtMs === null ? timestampMs : nowMs - (sentAtMs - timestampMs)
}
