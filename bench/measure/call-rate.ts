/** Reading the clock takes as long as the fastest operations. */
const CALLS_BETWEEN_LOOKS = 16

/** Calls `operation` repeatedly for `durationMs`, and awaits returned promises. Returns calls per second. */
export async function callRate(operation: (call: number) => unknown, durationMs: number): Promise<number> {
  const startedAt = performance.now()
  let calls = 0
  let elapsedMs = 0
  while (elapsedMs < durationMs) {
    for (let n = 0; n < CALLS_BETWEEN_LOOKS; n++) {
      const answer = operation(calls++)
      if (answer instanceof Promise) await answer
    }
    elapsedMs = performance.now() - startedAt
  }
  return (calls / elapsedMs) * 1000
}
