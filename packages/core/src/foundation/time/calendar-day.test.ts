import { describe, expect, it } from 'vitest'
import { addDays, addMonths, startOfMonth, startOfWeek } from './calendar-day.ts'

describe('days of the calendar', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-11-20', -365, '2025-11-20'],
  ])('TIME-8 %s and %d days is %s', (day, days, sum) => {
    expect(addDays(day, days)).toBe(sum)
  })

  it.each([
    ['2026-11-20', 1, '2026-12-20'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
  ])('TIME-8 %s and %d months is %s', (day, months, sum) => {
    expect(addMonths(day, months)).toBe(sum)
  })

  it.each([
    ['2026-11-20', '2026-11-15'],
    ['2026-11-15', '2026-11-15'],
    ['2026-11-14', '2026-11-08'],
    ['2027-01-01', '2026-12-27'],
  ])('TIME-8 the week of %s begins on Sunday, %s', (day, sunday) => {
    expect(startOfWeek(day)).toBe(sunday)
    expect(startOfMonth(day)).toBe(`${day.slice(0, 7)}-01`)
  })
})
