import { fixedClock } from '@flagdeck/core/fixtures'
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

  it('SESS-34 counts a key on after requests of many others', () => {
    const clock = fixedClock()
    const limiter = rateLimiter({ requests: 200, windowMs: 60_000 }, clock)
    take(limiter, 150, 'victim')
    for (let key = 0; key < 15_000; key++) take(limiter, 2, `key ${key}`)
    take(limiter, 50, 'victim')
    for (let key = 0; key < 10_100; key++) limiter.take(`other ${key}`)
    clock.advance(59_999)
    expect(() => limiter.take('victim')).toThrow('1 second.')
    clock.advance(1)
    take(limiter, 200, 'victim')
  })

  it('SESS-34 lets other keys through while many are counted', () => {
    const limiter = rateLimiter({ requests: 20, windowMs: 60_000 }, fixedClock())
    for (let key = 0; key < 40_000; key++) limiter.take(`key ${key}`)
    for (let key = 0; key < 1000; key++) take(limiter, 20, `new ${key}`)
  })

  it('can be switched off', () => {
    take(rateLimiter('off', fixedClock()), 100_000)
  })
})
