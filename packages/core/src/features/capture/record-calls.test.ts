import { expect, it } from 'vitest'
import type { FlagCall, UsageRecorder } from '../../runtime/usage/usage-recorder.ts'
import { recordCalls } from './record-calls.ts'

const CALL: FlagCall = {
  projectId: 1,
  flagKey: 'f',
  variant: 'true',
  measure: 'exposures',
  source: 'sdk_local',
  sdk: 'test',
  distinctId: null,
  count: 1,
  errors: 0,
  at: 0,
  uuid: null,
}

/** Returns a recorder with manually controlled flushes, which finish one after the other. */
function slowRecorder() {
  const waiting: (() => void)[] = []
  let fresh = 0
  let unwritten = 0
  let most = 0
  const usage: Pick<UsageRecorder, 'record' | 'flush'> = {
    record() {
      fresh += 1
      unwritten += 1
      most = Math.max(most, unwritten)
    },
    flush() {
      const flushed = fresh
      fresh = 0
      return new Promise((resolve) => {
        waiting.push(() => {
          unwritten -= flushed
          resolve()
        })
      })
    },
  }
  return { usage, endFlush: () => waiting.shift()?.(), most: () => most }
}

it('CAPTURE-15 does not run ahead of a store that is slow', async () => {
  const { usage, endFlush, most } = slowRecorder()
  const senders = Array.from({ length: 10 }, () => recordCalls({ usage }, Array(20_000).fill(CALL)))
  let done = false
  const all = Promise.all(senders).then(() => {
    done = true
  })
  while (!done) {
    endFlush()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await all
  // The calls being written, the calls recorded in the meantime, and the last chunks of ten clients.
  expect(most()).toBeLessThanOrEqual(2 * 20_000 + 10 * 2000)
})

it('CAPTURE-15 waits for nothing while there is room', async () => {
  const { usage, most } = slowRecorder()
  await recordCalls({ usage }, Array(30_000).fill(CALL))
  expect(most()).toBe(30_000)
})
