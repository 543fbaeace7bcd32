import { fixedClock } from '@flagdeck/core/testing'
import { describe, expect, it } from 'vitest'
import { rateLimiter } from './rate-limiter.ts'

const LIMIT = { requests: 3, windowMs: 60_000 }

function take(limiter: ReturnType<typeof rateLimiter>, times: number, key = 'key'): void {
  for (let taken = 0; taken < times; taken++) limiter.take(key)
}

describe('the rate limit', () => {
  it('lets so many requests through in a window, and says when the next may come', () => {
    const clock = fixedClock()
    const limiter = rateLimiter(LIMIT, clock)
    take(limiter, 3)
    clock.advance(20_500)
    expect(() => limiter.take('key')).toThrow('Request was throttled. Expected available in 40 seconds.')
    expect(() => limiter.take('key')).toThrow(expect.objectContaining({ kind: 'throttled', retryAfterSeconds: 40 }))
  })

  it('opens again when the window has passed', () => {
    const clock = fixedClock()
    const limiter = rateLimiter(LIMIT, clock)
    take(limiter, 3)
    clock.advance(59_999)
    expect(() => limiter.take('key')).toThrow('1 second.')
    clock.advance(1)
    take(limiter, 3)
    expect(() => limiter.take('key')).toThrow('60 seconds.')
  })

  it('counts every key for itself', () => {
    const limiter = rateLimiter(LIMIT, fixedClock())
    take(limiter, 3, 'one')
    take(limiter, 3, 'another')
    expect(() => limiter.take('one')).toThrow()
  })

  it('does not lock a key out for longer when the clock is set back', () => {
    const clock = fixedClock()
    const limiter = rateLimiter(LIMIT, clock)
    take(limiter, 3)
    clock.advance(-86_400_000)
    take(limiter, 3)
    expect(() => limiter.take('key')).toThrow('60 seconds.')
  })

  it('forgets the oldest window when there are too many keys, and keeps the newest', () => {
    const limiter = rateLimiter(LIMIT, fixedClock())
    take(limiter, 3, 'first')
    for (let key = 0; key < 9_999; key++) limiter.take(`key ${key}`)
    expect(() => limiter.take('first')).toThrow()
    limiter.take('one more')
    take(limiter, 3, 'first')
  })

  it('can be switched off', () => {
    take(rateLimiter('off', fixedClock()), 100_000)
  })
})
