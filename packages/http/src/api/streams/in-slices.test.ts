import { yieldToOthers } from '@flagdeck/core/store'
import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

test('OUT-13 runs some of the work immediately, and the rest in order in later ticks', async () => {
  const run = inSlices()
  const ran: number[] = []
  const inTicks: number[] = []
  for (let n = 0; n < 5000; n++) run(() => void ran.push(n))
  while (ran.length < 5000) {
    inTicks.push(ran.length)
    await yieldToOthers()
  }
  expect(inTicks[0]).toBe(250)
  expect(inTicks.length).toBeGreaterThanOrEqual(19)
  expect(ran).toEqual(Array.from({ length: 5000 }, (_, n) => n))
})

test('OUT-13 runs work immediately again when nothing waits', async () => {
  const run = inSlices()
  let ran = 0
  const work = () => void ran++
  for (let n = 0; n < 300; n++) run(work)
  expect(ran).toBe(250)
  await expect.poll(() => ran).toBe(300)
  await yieldToOthers()
  run(work)
  expect(ran).toBe(301)
})
