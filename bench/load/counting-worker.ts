import { answerOrders } from './load-thread.ts'

const STEPS_BETWEEN_LOOKS = 10_000

/** Needs a core and nothing else, not even memory; answers how much it got done. */
async function run(durationMs: number): Promise<number> {
  const startedAt = performance.now()
  let steps = 0
  let number = 1
  while (performance.now() - startedAt < durationMs) {
    for (let step = 0; step < STEPS_BETWEEN_LOOKS; step++) number = Math.imul(number, 0x9e3779b1) ^ (number >>> 15)
    steps += STEPS_BETWEEN_LOOKS
  }
  // Used, so that the loop cannot be left out.
  return number === 0 ? 0 : steps
}

answerOrders(run)
