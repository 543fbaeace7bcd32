import { yieldToOthers } from '@flagdeck/core/store'
import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

function workFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('OUT-13 runs what is short immediately, and the rest in order in later ticks', async () => {
  const run = inSlices()
  const ran: number[] = []
  for (let n = 0; n < 20; n++) {
    run(() => {
      workFor(1)
      ran.push(n)
    })
  }
  expect(ran[0]).toBe(0)
  expect(ran.length).toBeLessThan(10)
  let ticks = 0
  while (ran.length < 20) {
    ticks++
    await yieldToOthers()
  }
  expect(ticks).toBeGreaterThan(1)
  expect(ran).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('OUT-13 runs immediately again when nothing waits', async () => {
  const run = inSlices()
  let ran = 0
  const work = () => void ran++
  run(work)
  await yieldToOthers()
  await yieldToOthers()
  run(work)
  expect(ran).toBe(2)
})
