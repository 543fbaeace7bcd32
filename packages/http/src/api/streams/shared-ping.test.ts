import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sharedPing } from './shared-ping.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('CONSOLE-258 asks the database once a second, however many streams report it', async () => {
  let pings = 0
  let isAvailable = true
  const store = {
    ping: async () => {
      pings += 1
      if (!isAvailable) throw new Error('unavailable')
    },
  }
  await Promise.all(Array.from({ length: 100 }, () => sharedPing(store)))
  expect(pings).toBe(1)
  isAvailable = false
  vi.advanceTimersByTime(1000)
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => sharedPing(store)))
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(pings).toBe(2)
})
