import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function recording() {
  const sent: [number, number][] = []
  const startedAt = Date.now()
  return { sent, ...coalesce<number>(200, (value) => sent.push([value, Date.now() - startedAt])) }
}

describe('PROTO-32 a burst', () => {
  it('goes out with its first and its last', () => {
    const { sent, push } = recording()
    for (let value = 0; value < 50; value++) {
      push(value)
      vi.advanceTimersByTime(3)
    }
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual([
      [0, 0],
      [49, 200],
    ])
  })

  it('that never ends goes out at most once a pause', () => {
    const { sent, push } = recording()
    for (let value = 0; value < 100; value++) {
      push(value)
      vi.advanceTimersByTime(10)
    }
    expect(sent.map(([, at]) => at)).toEqual([0, 200, 400, 600, 800, 1000])
  })

  it('leaves what comes alone to go out at once', () => {
    const { sent, push } = recording()
    push(1)
    vi.advanceTimersByTime(200)
    push(2)
    expect(sent).toEqual([
      [1, 0],
      [2, 200],
    ])
  })

  it('sends nothing after it was stopped', () => {
    const { sent, push, stop } = recording()
    push(1)
    push(2)
    stop()
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual([[1, 0]])
    expect(vi.getTimerCount()).toBe(0)
  })
})
