import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startYielding, visitYielding, yieldToOthers } from './yield.ts'

describe('visiting in turns', () => {
  it('visits each item once, in order', async () => {
    const seen: [number, number][] = []
    await visitYielding([7, 8, 9], (item, index) => seen.push([item, index]))
    expect(seen).toEqual([
      [7, 0],
      [8, 1],
      [9, 2],
    ])
  })

  it('lets others have their turns when it takes long', async () => {
    let turns = 0
    let over = false
    const others = (async () => {
      while (!over) {
        await setImmediate()
        turns++
      }
    })()
    await visitYielding(
      {
        *[Symbol.iterator]() {
          for (let n = 0; n < 3000; n++) yield n
        },
      },
      () => {
        const until = performance.now() + 0.02
        while (performance.now() < until);
      },
    )
    over = true
    await others
    expect(turns).toBeGreaterThan(5)
  })

  it('OUT-13 resumes callers in order, one in each event-loop tick', async () => {
    let tick = 0
    let over = false
    const ticks = (async () => {
      for (; !over; tick++) await setImmediate()
    })()
    const seen: [caller: string, tick: number][] = []
    const yieldTwice = async (caller: string) => {
      for (let slice = 0; slice < 2; slice++) {
        await yieldToOthers()
        seen.push([caller, tick])
      }
    }
    await Promise.all(['a', 'b', 'c'].map(yieldTwice))
    over = true
    await ticks
    expect(seen.map(([caller]) => caller)).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    expect(new Set(seen.map(([, at]) => at)).size).toBe(seen.length)
  })

  it('ends with the first refusal', async () => {
    const seen: number[] = []
    const visit = (item: number) => {
      if (item === 2) throw new Error('refused')
      seen.push(item)
    }
    await expect(visitYielding([1, 2, 3], visit)).rejects.toThrow('refused')
    expect(seen).toEqual([1])
  })
})

describe('starting in turns', () => {
  it('waits for all together, and answers in order', async () => {
    const open = Promise.withResolvers<void>()
    let waiting = 0
    const start = async (item: number) => {
      waiting++
      if (waiting === 3) open.resolve()
      await open.promise
      return item * 2
    }
    expect(await startYielding([1, 2, 3], start)).toEqual([2, 4, 6])
  })

  it('starts all before it tells of a failure, which came while others were being started', async () => {
    const started: number[] = []
    const start = async (item: number) => {
      started.push(item)
      const until = performance.now() + 6
      while (performance.now() < until);
      if (item === 1) throw new Error('refused')
    }
    await expect(startYielding([1, 2, 3], start)).rejects.toThrow('refused')
    expect(started).toEqual([1, 2, 3])
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Returns the number of yields before a due timer fires. */
async function turnsUntilTimer(give: () => Promise<void>): Promise<number> {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 0)
  const startedAt = performance.now()
  // Long enough for the timer to be due a hundred times.
  for (let turns = 0; performance.now() - startedAt < 100; turns++) {
    if (isOver) return turns
    await give()
  }
  return Number.POSITIVE_INFINITY
}

it('IMPACT-20 giving a turn lets timers have theirs, which a settled promise does not', async () => {
  expect(await turnsUntilTimer(yieldToOthers)).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(await turnsUntilTimer(() => Promise.resolve())).toBe(Number.POSITIVE_INFINITY)
})

it('IMPACT-20 a turn can be given where there is no setImmediate', async () => {
  vi.stubGlobal('setImmediate', undefined)
  vi.resetModules()
  const elsewhere = await import('./yield.ts')
  expect(elsewhere.yieldToOthers).not.toBe(yieldToOthers)
  for (let turn = 0; turn < 3; turn++) await elsewhere.yieldToOthers()
})
