import type { CaptureOutcome } from '@flagdeck/core/operations'
import * as z from 'zod'

/** The response of `POST /i/v1/analytics/events`: the outcome of each event by its UUID (CAPTURE-7). */
export const captureResultsSchema = z
  .object({
    results: z.record(
      z.string(),
      z.object({ result: z.enum(['ok', 'warning', 'drop']), details: z.string().optional() }),
    ),
  })
  .meta({ id: 'CaptureResults' })

/** An event with its outcome. */
export interface SettledEvent {
  /** Null when the event has none. Its outcome cannot be reported then. */
  readonly uuid: string | null
  readonly outcome: CaptureOutcome
}

export function captureResults(events: readonly SettledEvent[]) {
  const entries = events.flatMap(({ uuid, outcome }) => (uuid === null ? [] : [[uuid, outcome] as const]))
  return { results: Object.fromEntries(entries) }
}
