import type { CaptureOutcome } from '@flagdeck/core/operations'
import * as z from 'zod'

/** What `POST /i/v1/analytics/events` answers: for each UUID what became of the event (CAPTURE-7). */
export const captureResultsSchema = z
  .object({
    results: z.record(
      z.string(),
      z.object({ result: z.enum(['ok', 'warning', 'drop']), details: z.string().optional() }),
    ),
  })
  .meta({ id: 'CaptureResults' })

/** An event that was sent, and what became of it. */
export interface SettledEvent {
  /** Null: it has none, so nobody can be told. */
  readonly uuid: string | null
  readonly outcome: CaptureOutcome
}

export function captureResults(events: readonly SettledEvent[]) {
  const entries = events.flatMap(({ uuid, outcome }) => (uuid === null ? [] : [[uuid, outcome] as const]))
  return { results: Object.fromEntries(entries) }
}
