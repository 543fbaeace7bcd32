import type { Subject } from '../../evaluation/definition/subject.ts'
import { blockedTime } from '../../foundation/time/blocked-time.ts'
import { type TimeSlice, timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import { chunkSize } from './chunk-size.ts'
import type { ReadChunk } from './known-subjects.ts'

/** How long to go on looking at everybody who is known (IMPACT-22). */
export interface ScanOptions {
  /** Ends the scan, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** After this many milliseconds the scan ends with what it has seen; no end when missing. */
  readonly timeoutMs?: number | undefined
}

/** How far a look at everybody who is known came. */
export interface ScanReport {
  /** The number of users or groups that were checked. */
  readonly total: number
  /** Whether those were all. */
  readonly complete: boolean
}

/** Reading the clock costs about as much as one evaluation. */
const EVALUATIONS_BETWEEN_CHECKS = 16

/** Limits of one pass, and what a visit in it costs. */
export interface PassOptions extends ScanOptions {
  /** Flags that each visit evaluates; 1 when missing. */
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
    // What reading takes is known afterwards, so it begins with a slice of its own.
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

/** Yields, and begins a slice, unless the caller has left meanwhile. */
async function nextSlice(signal: AbortSignal | undefined): Promise<TimeSlice> {
  await yieldToOthers()
  signal?.throwIfAborted()
  return timeSlice()
}
