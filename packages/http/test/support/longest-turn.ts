import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Turns {
  /** The longest that the process worked without giving anybody else a turn, in milliseconds of its own time. */
  readonly longestMs: number
  /** How late timers were by the clock, the middle of all, in milliseconds. */
  readonly medianDelayMs: number
}

/**
 * Runs `work` and measures how long others would have had to wait. The clock alone cannot tell on a machine that does
 * other things too: a process that is not let run for 100 ms looks as if it had held everybody for as long. So the
 * longest turn is measured in the time that the thread really ran, turn by turn; and of the delay by the clock, which
 * `monitorEventLoopDelay` keeps, only the middle counts.
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

/** Enough that no turn is unlucky in all of them. */
const ATTEMPTS = 20

/**
 * {@link measureTurns} of the best of several attempts, no more than it takes to be below `limitMs`: a collection of
 * garbage, or a neighbour on the same core or the same host, makes some turn longer now and then, but a turn that our
 * code makes too long is so in every attempt.
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
