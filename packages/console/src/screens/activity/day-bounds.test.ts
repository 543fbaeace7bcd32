import { expect, test } from 'vitest'
import { isDate, midnight } from './day-bounds.ts'

test('CONSOLE-324 the days at the ends of the calendar are times that the API takes', () => {
  for (const date of ['0001-01-01', '0099-06-01', '2026-11-27', '9999-12-31']) {
    for (const days of [0, 1])
      expect(midnight(date, days)).toMatch(/^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  }
  expect(new Date(midnight('0099-06-01', 0)).getFullYear()).toBe(99)
  expect(midnight('2026-11-27', 1)).toBe(new Date(2026, 10, 28).toISOString())
})

test('CONSOLE-324 a text that is no day is no filter', () => {
  expect(['2026-11-27', '2024-02-29', '9999-12-31'].every(isDate)).toBe(true)
  for (const text of [
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0000-00-00',
    '0000-06-01',
    '+010000-01-01',
    'x',
  ]) {
    expect(isDate(text), text).toBe(false)
  }
})
