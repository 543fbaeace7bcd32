export interface Held<T> {
  readonly result: T
  /** How long the process was held when the work ended, in milliseconds. */
  readonly heldMs: number
}

/**
 * Runs work that reads, and finds out how long it kept everybody else from their turn. Time spent waiting for an
 * answer is not that: a timer that had its turn in between tells when the waiting ended. With a driver that does not
 * wait at all, the timer has none.
 */
export async function heldTime<T>(work: () => Promise<T>): Promise<Held<T>> {
  let since = performance.now()
  const beat = setInterval(() => {
    since = performance.now()
  }, 1)
  try {
    const result = await work()
    return { result, heldMs: performance.now() - since }
  } finally {
    clearInterval(beat)
  }
}
