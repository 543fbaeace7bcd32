import { expect, it } from 'vitest'
import { boundedSteps } from './bounded-steps.ts'

function workFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

function endless(): never {
  for (;;);
}

it('answers what steps come to, and throws what they throw', async () => {
  const run = boundedSteps({ stepMs: 40, totalMs: 1000 })
  expect(await run(() => 7)).toEqual({ result: 7 })
  expect(await run(() => undefined)).toEqual({ result: undefined })
  await expect(run(() => JSON.parse('{'))).rejects.toThrow(SyntaxError)
})

it('ends a step without an end, and runs the next', async () => {
  const run = boundedSteps({ stepMs: 10, totalMs: 1000 })
  expect(await run(endless)).toBeUndefined()
  expect(await run(() => 7)).toEqual({ result: 7 })
})

it('begins a step anew that was unlucky once', async () => {
  const run = boundedSteps({ stepMs: 20, totalMs: 1000 })
  let tries = 0
  expect(await run(() => (++tries === 1 ? endless() : tries))).toEqual({ result: 2 })
})

it('runs no further step once all together took too long', async () => {
  const run = boundedSteps({ stepMs: 10_000, totalMs: 1 })
  expect(await run(() => workFor(100))).toEqual({ result: undefined })
  expect(await run(() => 7)).toBeUndefined()
})
