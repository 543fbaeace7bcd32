import { afterEach, expect, it, vi } from 'vitest'
import { giveTurn } from './in-turns.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** How many turns are given until a timer that is due has had its own. */
async function turnsUntilTimer(give: () => Promise<void>): Promise<number> {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 0)
  const startedAt = performance.now()
  // Long enough for the timer to have been due a hundred times.
  for (let turns = 0; performance.now() - startedAt < 100; turns++) {
    if (isOver) return turns
    await give()
  }
  return Number.POSITIVE_INFINITY
}

it('IMPACT-20 giving a turn lets timers have theirs, which a settled promise does not', async () => {
  expect(await turnsUntilTimer(giveTurn)).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(await turnsUntilTimer(() => Promise.resolve())).toBe(Number.POSITIVE_INFINITY)
})

it('IMPACT-20 a turn can be given where there is no setImmediate', async () => {
  vi.stubGlobal('setImmediate', undefined)
  for (let turn = 0; turn < 3; turn++) await giveTurn()
})
