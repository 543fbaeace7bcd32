export interface Blocked<T> {
  readonly result: T
  /** How long the process was blocked when the work ended, in milliseconds. */
  readonly blockedMs: number
}

/**
 * Runs work that reads, and finds out how long it blocked the process for everybody else. Time spent waiting for an
 * answer is not that: a timer that ran in between tells when the waiting ended. With a driver that does not
 * wait at all, the timer has none.
 */
export async function blockedTime<T>(work: () => Promise<T>): Promise<Blocked<T>> {
  let since = performance.now()
  const beat = setInterval(() => {
    since = performance.now()
  }, 1)
  try {
    const result = await work()
    return { result, blockedMs: performance.now() - since }
  } finally {
    clearInterval(beat)
  }
}
