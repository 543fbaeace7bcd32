import type { Subject } from '../evaluation/subject.ts'
import { giveTurn } from './give-turn.ts'
import { heldTime } from './held-time.ts'
import type { ReadSlice } from './known-subjects.ts'
import { sliceSize } from './slice-size.ts'

/** How long to go on looking at everybody who is known (IMPACT-22). */
export interface ScanOptions {
  /** Ends the scan, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** After this many milliseconds the scan ends with what it has seen; no end when missing. */
  readonly timeoutMs?: number | undefined
}

export interface ScanReport {
  /** How many were looked at. */
  readonly total: number
  /** Whether those were all. */
  readonly complete: boolean
}

/** How long others may have to wait for their turn while subjects are looked at. */
const TURN_MS = 5
/** Looking at the clock costs about as much as looking at a subject. */
const VISITS_BETWEEN_LOOKS = 16

/** Calls `visit` once for everybody who is stored, and gives others their turn in between (IMPACT-20). */
export async function scan(
  readSlice: ReadSlice,
  visit: (subject: Subject, id: string) => void,
  { signal, timeoutMs = Number.POSITIVE_INFINITY }: ScanOptions,
): Promise<ScanReport> {
  const endsAt = performance.now() + timeoutMs
  const size = sliceSize()
  const breathe = breather(signal)
  let afterId = ''
  let total = 0
  for (;;) {
    await breathe()
    const { rows } = size
    const { result: slice, heldMs } = await heldTime(() => readSlice(afterId, rows))
    size.learn(heldMs)
    for (const { subject, id } of slice) {
      if (total++ % VISITS_BETWEEN_LOOKS === 0) await breathe()
      visit(subject, id)
      afterId = id
    }
    if (slice.length < rows) return { total, complete: true }
    if (performance.now() >= endsAt) return { total, complete: false }
  }
}

/** What gives others their turn when this scan has had its own; throws when its caller has left. */
function breather(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let since = performance.now()
  const giveWay = async () => {
    await giveTurn()
    since = performance.now()
    signal?.throwIfAborted()
  }
  signal?.throwIfAborted()
  return () => (performance.now() - since < TURN_MS ? undefined : giveWay())
}
