import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventTime } from './event-time.ts'

const NOW = 1_800_000_000_000
const NONE = { timestampMs: null, sentAtMs: null, offsetMs: null }

it('CAPTURE-12 is as long before now as the event was before its sending', () => {
  // The client's clock is a day behind.
  const sentAtMs = NOW - 86_400_000
  expect(eventTime({ ...NONE, timestampMs: sentAtMs - 5000, sentAtMs }, NOW)).toBe(NOW - 5000)
  expect(eventTime({ ...NONE, offsetMs: 5000 }, NOW)).toBe(NOW - 5000)
})

it('CAPTURE-12 is what the event says when nobody knows when it was sent', () => {
  expect(eventTime({ ...NONE, timestampMs: NOW - 5000, offsetMs: 7000 }, NOW)).toBe(NOW - 5000)
})

it('CAPTURE-12 is now when nothing is said', () => {
  expect(eventTime(NONE, NOW)).toBe(NOW)
  expect(eventTime({ ...NONE, sentAtMs: NOW - 5000 }, NOW)).toBe(NOW)
})

it('CAPTURE-12 is never in the future', () => {
  const ms = fc.option(fc.integer({ min: NOW - 1e10, max: NOW + 1e10 }))
  const timing = fc.record({
    timestampMs: ms,
    sentAtMs: ms,
    offsetMs: fc.option(fc.integer({ min: -1e10, max: 1e10 })),
  })
  fc.assert(fc.property(timing, (said) => eventTime(said, NOW) <= NOW))
})
