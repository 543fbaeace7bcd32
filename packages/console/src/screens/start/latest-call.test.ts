import { expect, test } from 'vitest'
import { type CountedCalls, latestCall } from './latest-call.ts'

const NOW = new Date('2026-11-27T10:00:30Z')
const EARLIER = '2026-11-27T09:00:00Z'
const counted = (bySdk: Record<string, number>, lastSeen: string | null = EARLIER): CountedCalls => ({
  bySdk: new Map(Object.entries(bySdk)),
  lastSeen,
})

test('CONSOLE-367 no call has arrived before anything was counted', () => {
  expect(latestCall(undefined, counted({}, null), NOW)).toBe(null)
  expect(latestCall(counted({}, null), counted({}, null), NOW)).toBe(null)
})

test('CONSOLE-367 calls from before have the time that the server reports', () => {
  const known = counted({ 'posthog-node': 7, web: 2 })
  expect(latestCall(undefined, known, NOW)).toEqual({ sdks: ['posthog-node', 'web'], at: EARLIER })
  expect(latestCall(known, known, NOW)).toBe(null)
})

test('CONSOLE-367 a new call is from the SDK whose count grew, now', () => {
  const before = counted({ 'posthog-node': 7 })
  expect(latestCall(before, counted({ 'posthog-node': 7, 'posthog-python': 1 }), NOW)).toEqual({
    sdks: ['posthog-python'],
    at: NOW.toISOString(),
  })
  expect(latestCall(before, counted({ 'posthog-node': 8 }), NOW)?.sdks).toEqual(['posthog-node'])
})

test('CONSOLE-367 a request that names no SDK is reported without a name', () => {
  expect(latestCall(counted({}, null), counted({ '': 1 }), NOW)).toEqual({ sdks: [], at: NOW.toISOString() })
})

test('CONSOLE-368 the key that no flag has is part of the call', () => {
  expect(latestCall(undefined, { ...counted({ web: 1 }), key: 'old-key' }, NOW)?.key).toBe('old-key')
})
