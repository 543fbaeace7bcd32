import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './calendar-day.ts'
import { instantOfWallTime, localDay, localIso, offsetMinutes, startOfDay } from './time-zone.ts'

const HOUR_MS = 3_600_000

/** All unusual kinds of clock changes: at midnight, over a day, by half an hour, by none. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

const moment = fc.date({ min: new Date('2005-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

describe('days in a time zone', () => {
  it.each([
    ['2026-11-19T18:40:00Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-19T18:29:59Z', 'Asia/Kolkata', '2026-11-19'],
    ['2026-11-20T04:59:00Z', 'America/New_York', '2026-11-19'],
    ['2026-11-20T10:00:00Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['2026-11-20T00:00:00Z', 'UTC', '2026-11-20'],
  ])('TIME-5 %s is in %s the day %s', (text, zone, day) => {
    expect(localDay(Date.parse(text), zone)).toBe(day)
  })

  it.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    // Clocks go from 24:00 forward to 1:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
    // Clocks go from 1:00 back to 0:00, so midnight occurs twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    // Clocks go from 24:00 back to 23:00.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2012-01-01', 'Pacific/Apia', '2011-12-31T10:00:00Z'],
    ['1993-08-21', 'Pacific/Kwajalein', '1993-08-21T12:00:00Z'],
    ['1993-08-22', 'Pacific/Kwajalein', '1993-08-21T12:00:00Z'],
    // A repeated day, with 47 hours.
    ['1969-09-30', 'Pacific/Kwajalein', '1969-09-29T13:00:00Z'],
    ['1969-10-01', 'Pacific/Kwajalein', '1969-10-01T12:00:00Z'],
  ])('TIME-6 the day %s begins in %s at %s', (day, zone, text) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(new Date(text).toISOString())
  })

  it('TIME-6 a day has everything from its first moment to that of the next', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (zone, date) => {
        const day = localDay(date.getTime(), zone)
        expect(startOfDay(day, zone)).toBeLessThanOrEqual(date.getTime())
        expect(startOfDay(addDays(day, 1), zone)).toBeGreaterThan(date.getTime())
        expect(localDay(startOfDay(day, zone), zone)).toBe(day)
        expect(localDay(startOfDay(day, zone) - 1, zone) < day).toBe(true)
      }),
    )
  })
})

describe('clocks of a time zone', () => {
  it.each([
    ['2026-11-20T13:30', 'Asia/Kolkata', '2026-11-20T08:00:00Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
  ])('TIME-9 show %s in %s at %s', (wall, zone, text) => {
    expect(instantOfWallTime(Date.parse(`${wall}Z`), zone)).toBe(Date.parse(text))
  })

  it('TIME-9 show what they showed at a moment at that moment first, or an hour before at most', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (zone, date) => {
        const wall = localIso(date.getTime(), zone)
        const first = instantOfWallTime(Date.parse(`${wall}Z`), zone)
        expect(localIso(first, zone)).toBe(wall)
        expect(date.getTime() - first).toBeGreaterThanOrEqual(0)
        expect(date.getTime() - first).toBeLessThanOrEqual(HOUR_MS)
      }),
    )
  })
})

describe('offsets of a time zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', 330],
    ['Asia/Kathmandu', '2026-07-01T00:00:00Z', 345],
    ['America/St_Johns', '2026-07-01T00:00:00Z', -150],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 630],
    ['Australia/Lord_Howe', '2026-12-01T00:00:00Z', 660],
    ['UTC', '0001-01-02T00:00:00Z', 0],
    ['Africa/Monrovia', '1971-07-01T00:00:00Z', -44.5],
  ])('TIME-7 %s is at %s ahead of UTC by %d minutes', (zone, text, minutes) => {
    expect(offsetMinutes(Date.parse(text), zone)).toBe(minutes)
  })

  it('TIME-7 agree with the clocks of the runtime at every moment', () => {
    const shown = (zone: string, date: Date) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(date)
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, fc.nat(4 * HOUR_MS), (zone, date, later) => {
        for (const ms of [date.getTime(), date.getTime() + later]) {
          expect(localIso(ms, zone).slice(0, 19).replace('T', ' ')).toBe(shown(zone, new Date(ms)))
        }
      }),
    )
  })

  it('TIME-7 are not to be had of a zone that nobody knows', () => {
    expect(() => offsetMinutes(0, 'Mars/Olympus')).toThrow(RangeError)
  })
})
