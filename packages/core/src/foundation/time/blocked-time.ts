export interface Blocked<T> {
  readonly result: T
  /** How long the process was blocked at the end of the work, in milliseconds. */
  readonly blockedMs: number
}

/**
 * Runs work that reads, and measures how long it blocked the process at its end. The wait for a response does not
 * count: a timer that fires during the wait restarts the measurement. With a driver that never waits, the timer does
 * not fire.
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
