import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { visitInTurns } from './in-turns.ts'

describe('visiting in turns', () => {
  it('visits each item once, in order', async () => {
    const seen: [number, number][] = []
    await visitInTurns([7, 8, 9], (item, index) => seen.push([item, index]))
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
    await visitInTurns(
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

  it('ends with the first refusal', async () => {
    const seen: number[] = []
    const visit = (item: number) => {
      if (item === 2) throw new Error('refused')
      seen.push(item)
    }
    await expect(visitInTurns([1, 2, 3], visit)).rejects.toThrow('refused')
    expect(seen).toEqual([1])
  })
})
