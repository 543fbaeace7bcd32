import { expect, test } from 'vitest'
import { clockCheck } from './clock-check.ts'

test('a clock is right when it is later than the release', () => {
  expect(clockCheck(Date.UTC(2027, 0, 1))).toEqual({ name: 'clock', ok: true, detail: '2027-01-01T00:00:00.000Z' })
})

test('a clock that was never set is wrong', () => {
  expect(clockCheck(0)).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^The system clock is wrong \(1970-01-01T/),
  })
})
