import { expect, it } from 'vitest'
import { sentTime } from './sent-time.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it.each([
  '2026-01-01T12:00:00Z',
  '2026-01-01T12:00:00.000000Z',
  '2026-01-01T13:30:00+01:30',
  '2026-01-01T12:00:00.000000+00:00',
  '2026-01-01 12:00:00',
  '2026-01-01T12:00',
  NOON,
  NOON / 1000,
  String(NOON),
  String(NOON / 1000),
])('CAPTURE-12 is read from %j, wherever this machine is', (value) => {
  expect(sentTime(value)).toBe(NOON)
})

it.each([
  '',
  'now',
  '2026',
  '5',
  '2026-13-01T00:00:00Z',
  0,
  -5,
  Number.NaN,
  Number.MAX_VALUE,
  9e15,
  null,
  undefined,
  {},
  [NOON],
])('CAPTURE-12 is none in %j', (value) => {
  expect(sentTime(value)).toBeNull()
})
