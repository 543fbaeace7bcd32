import { answerOrders } from './load-thread.ts'

const STEPS_BETWEEN_LOOKS = 10_000

/** Uses only a core, and no memory. Returns the number of steps. */
async function run(durationMs: number): Promise<number> {
  const startedAt = performance.now()
  let steps = 0
  let number = 1
  while (performance.now() - startedAt < durationMs) {
    for (let step = 0; step < STEPS_BETWEEN_LOOKS; step++) number = Math.imul(number, 0x9e3779b1) ^ (number >>> 15)
    steps += STEPS_BETWEEN_LOOKS
  }
  // The number is used, so that the loop is not optimized away.
  return number === 0 ? 0 : steps
}

answerOrders(run)
