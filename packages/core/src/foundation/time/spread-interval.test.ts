import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spreadInterval } from './spread-interval.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const INTERVAL_MS = 5000

/** Returns the times of the calls of an interval that starts now, in milliseconds from now. */
function callsOfOne(): { readonly calls: readonly number[]; readonly end: () => void } {
  const startedAt = Date.now()
  const calls: number[] = []
  return { calls, end: spreadInterval(() => calls.push(Date.now() - startedAt), INTERVAL_MS) }
}

describe('an interval of many processes', () => {
  it('SNAP-42 is never longer than it should be', () => {
    const { calls } = callsOfOne()
    vi.advanceTimersByTime(10 * INTERVAL_MS)
    const pauses = calls.map((at, index) => at - (calls[index - 1] ?? 0))
    expect(pauses[0]).toBe(INTERVAL_MS)
    expect(Math.max(...pauses)).toBe(INTERVAL_MS)
    expect(new Set(pauses.slice(2))).toEqual(new Set([INTERVAL_MS]))
  })

  it('SNAP-42 is met by each at a time of its own, though they started together', () => {
    const all = Array.from({ length: 1000 }, callsOfOne)
    vi.advanceTimersByTime(4 * INTERVAL_MS)
    const tenths = all.map(({ calls }) => Math.floor(((calls.at(-1) ?? 0) % INTERVAL_MS) / 500))
    const perTenth = Array.from({ length: 10 }, (_, tenth) => tenths.filter((at) => at === tenth).length)
    expect(Math.max(...perTenth)).toBeLessThan(200)
  })

  it('is over when it is ended, whenever that is', () => {
    for (const afterMs of [0, INTERVAL_MS, 3 * INTERVAL_MS]) {
      const { calls, end } = callsOfOne()
      vi.advanceTimersByTime(afterMs)
      end()
      const before = calls.length
      vi.advanceTimersByTime(3 * INTERVAL_MS)
      expect(calls.length).toBe(before)
    }
    expect(vi.getTimerCount()).toBe(0)
  })
})
