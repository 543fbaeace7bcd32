import { fixedClock } from '@flagdeck/core/fixtures'
import { describe, expect, it } from 'vitest'
import { rateLimiter } from './rate-limiter.ts'
import { type RequestCounter, sharedRateLimiter } from './shared-rate-limiter.ts'

const LIMIT = { requests: 3, windowMs: 60_000 }

/** A counter for all instances in this process, as long as it is up. */
function counterForAll(): RequestCounter & { isUp: boolean } {
  const used = new Map<string, number>()
  const counter = {
    isUp: true,
    count: async (key: string, windowMs: number) => {
      if (!counter.isUp) return undefined
      used.set(key, (used.get(key) ?? 0) + 1)
      return { used: used.get(key) ?? 0, resetsInMs: windowMs - 20_500 }
    },
    uncount: async (key: string) => {
      if (counter.isUp) used.set(key, Math.max(0, (used.get(key) ?? 0) - 1))
    },
  }
  return counter
}

function limiterWith(counter: RequestCounter, name = 'management') {
  return sharedRateLimiter({ limit: LIMIT, counter, name, local: rateLimiter(LIMIT, fixedClock()) })
}

describe('a limit that instances share', () => {
  it('PROP-20 holds for all of them together', async () => {
    const counter = counterForAll()
    const [one, other] = [limiterWith(counter), limiterWith(counter)]
    await one.take('key')
    await other.take('key')
    await one.take('key')
    await expect(other.take('key')).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 40 })
    await other.take('another')
  })

  it('PROP-20 takes back what one of them counted, here or together', async () => {
    const counter = counterForAll()
    const [one, other] = [limiterWith(counter), limiterWith(counter)]
    for (const isUp of [true, false]) {
      counter.isUp = isUp
      for (let taken = 0; taken < 9; taken++) {
        await one.take('key')
        await one.giveBack('key')
      }
    }
    for (let taken = 0; taken < 3; taken++) await one.take('key')
    await expect(one.take('key')).rejects.toMatchObject({ kind: 'throttled' })
    counter.isUp = true
    for (let taken = 0; taken < 3; taken++) await other.take('key')
    await expect(one.take('key')).rejects.toMatchObject({ kind: 'throttled' })
  })

  it('PROP-20 is not mixed up with another on the same key', async () => {
    const counter = counterForAll()
    const [management, evaluation] = [limiterWith(counter), limiterWith(counter, 'evaluation')]
    for (let taken = 0; taken < 3; taken++) await management.take('key')
    await evaluation.take('key')
  })

  it('PROP-21 holds for each of them while nobody counts for all', async () => {
    const counter = counterForAll()
    const [one, other] = [limiterWith(counter), limiterWith(counter)]
    counter.isUp = false
    for (let taken = 0; taken < 3; taken++) await Promise.all([one.take('key'), other.take('key')])
    await expect(one.take('key')).rejects.toMatchObject({ kind: 'throttled' })
    counter.isUp = true
    await one.take('key')
  })
})
