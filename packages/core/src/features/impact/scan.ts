import type { Subject } from '../../evaluation/definition/subject.ts'
import { blockedTime } from '../../foundation/time/blocked-time.ts'
import { type TimeSlice, timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import { chunkSize } from './chunk-size.ts'
import type { ReadChunk } from './known-subjects.ts'

/** When to stop evaluating stored subjects (IMPACT-22). */
export interface ScanOptions {
  /** Stops the scan, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Stops the scan with a partial result after this many milliseconds; no limit when missing. */
  readonly timeoutMs?: number | undefined
}

/** How many stored subjects a scan has evaluated. */
export interface ScanReport {
  /** The number of evaluated subjects. */
  readonly total: number
  /** Whether those were all. */
  readonly complete: boolean
}

/** The clock is read only after this many evaluations, because reading it costs about as much as one evaluation. */
const EVALUATIONS_BETWEEN_CHECKS = 16

/** The limits of one pass, and the cost of a visit. */
export interface PassOptions extends ScanOptions {
  /** The number of flags that each visit evaluates; 1 when missing. */
  readonly evaluationsPerVisit?: number
}

/** Calls `visit` once for each stored subject, and yields in between (IMPACT-20). */
export async function scan(
  readChunk: ReadChunk,
  visit: (subject: Subject, id: string) => void,
  { signal, timeoutMs = Number.POSITIVE_INFINITY, evaluationsPerVisit = 1 }: PassOptions,
): Promise<ScanReport> {
  signal?.throwIfAborted()
  const visitsBetweenChecks = Math.max(1, Math.floor(EVALUATIONS_BETWEEN_CHECKS / evaluationsPerVisit))
  const endsAt = performance.now() + timeoutMs
  const size = chunkSize()
  let afterId = ''
  let total = 0
  for (;;) {
    // The duration of a read is known only afterwards, so each read starts with a new slice.
    let slice = await nextSlice(signal)
    const { rows } = size
    const { result: chunk, blockedMs } = await blockedTime(() => readChunk(afterId, rows))
    size.learn(blockedMs)
    for (const { subject, id } of chunk) {
      if (total++ % visitsBetweenChecks === 0 && slice.isOver()) slice = await nextSlice(signal)
      visit(subject, id)
      afterId = id
    }
    if (chunk.length < rows) return { total, complete: true }
    if (performance.now() >= endsAt) return { total, complete: false }
  }
}

/** Yields and starts a slice, unless the caller has aborted in the meantime. */
async function nextSlice(signal: AbortSignal | undefined): Promise<TimeSlice> {
  await yieldToOthers()
  signal?.throwIfAborted()
  return timeSlice()
}
