import { describe, expect, test } from 'vitest'
import { randomRounds } from './random-rounds.ts'

/** Runs rounds of a minute each, with the seeds 1, 2, 3 and so on. */
async function rounds({ minutes = 0, failing = 0 }: { readonly minutes?: number; readonly failing?: number }) {
  const drawn: number[] = []
  const printed: string[] = []
  const passed = await randomRounds({
    round: async (seed) => {
      drawn.push(seed)
      return seed !== failing
    },
    paths: ['core/src/foundation/time'],
    newSeed: () => drawn.length + 1,
    clock: () => drawn.length * 60_000,
    forMs: minutes * 60_000,
    print: (line) => printed.push(line),
  })
  return { passed, drawn, last: printed.at(-1) }
}

describe('random tests', () => {
  test('draw anew for as long as they are told, and once at least', async () => {
    expect(await rounds({ minutes: 3 })).toMatchObject({ passed: true, drawn: [1, 2, 3] })
    expect(await rounds({})).toEqual({ passed: true, drawn: [1], last: 'Random tests passed with 1 seed.' })
  })

  test('end with the seed that failed, and say how to run them with it again', async () => {
    const { passed, drawn, last } = await rounds({ minutes: 9, failing: 2 })
    expect([passed, drawn]).toEqual([false, [1, 2]])
    expect(last).toContain('seed 2. To run them again: npm run test:random -- --seed 2 core/src/foundation/time')
  })
})
