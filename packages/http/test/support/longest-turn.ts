import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Turns {
  /** The longest event-loop tick, in milliseconds of the thread's CPU time. */
  readonly longestMs: number
  /** The median delay of timers by the clock, in milliseconds. */
  readonly medianDelayMs: number
}

/**
 * Runs `work` and measures how long it would delay other requests. The clock alone is not reliable on a busy machine: a
 * process that is not scheduled for 100 ms looks as if it had blocked for that time. Therefore each tick is measured in
 * CPU time of the thread, and only the median counts of the clock's delays, which `monitorEventLoopDelay` records.
 */
async function measureTurns(work: () => Promise<unknown>): Promise<Turns> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let longestMs = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  delay.enable()
  setImmediate(turn)
  try {
    await work()
  } finally {
    isOver = true
    delay.disable()
  }
  turn()
  return { longestMs, medianDelayMs: delay.percentile(50) / 1e6 }
}

/** Enough that each tick is measured undisturbed at least once. */
const ATTEMPTS = 20

/**
 * {@link measureTurns} with the best of several attempts, and no more attempts than needed to get below `limitMs`.
 * Garbage collection, or another process on the same machine, lengthens some ticks occasionally. A tick that is too
 * long because of the code is too long in every attempt.
 */
export async function measureBestTurns(
  limitMs: number,
  work: (attempt: number) => Promise<unknown>,
  attempts = ATTEMPTS,
): Promise<Turns> {
  const best = { longestMs: Number.POSITIVE_INFINITY, medianDelayMs: Number.POSITIVE_INFINITY }
  for (let attempt = 0; attempt < attempts && Math.max(best.longestMs, best.medianDelayMs) >= limitMs; attempt++) {
    const { longestMs, medianDelayMs } = await measureTurns(() => work(attempt))
    best.longestMs = Math.min(best.longestMs, longestMs)
    best.medianDelayMs = Math.min(best.medianDelayMs, medianDelayMs)
  }
  return best
}
