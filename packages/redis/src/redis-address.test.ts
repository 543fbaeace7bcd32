import { expect, it } from 'vitest'
import { redisServices } from './redis-services.ts'

it.each([undefined, '', 'localhost:6379', { host: 'localhost' }])(
  'EMBED-23 Redis services say what they need instead of %j',
  (given) => {
    // As a program without types may pass it.
    expect(() => redisServices(given as unknown as string)).toThrow(/^The address of Redis has to be redis:\/\//)
  },
)
