import { describe, expect, it } from 'vitest'
import { UnsupportedQuery } from './query-part.ts'
import { rangeBefore } from './range-before.ts'
import { namedSteps } from './range-step.ts'
import { timeRange } from './time-range.ts'
import type { Interval } from './trends-query.ts'

interface Asked {
  readonly by?: Interval
  readonly to?: string
  readonly zone?: string
  readonly now?: string
  readonly distance?: string
  readonly isTotal?: boolean
}

/** Returns the names of the first and the last step, and the number of steps, of a range and of the one before it. */
function compared(from: string | null, asked: Asked = {}) {
  const { by: interval = 'day', to = null, zone = 'UTC', now = '2026-11-20T08:15:00Z', distance = null } = asked
  const dateRange = { dateFrom: from, dateTo: to }
  const isTotal = asked.isTotal ?? false
  const range = timeRange({ interval, dateRange, isTotal }, { now: Date.parse(now), zone })
  const before = rangeBefore(range, distance, dateRange, zone)
  const [current, previous] = [range, before].map((each) => namedSteps(each, zone).map(({ day }) => day))
  return { current: current ?? [], previous: previous ?? [], range, before }
}

function previous(from: string | null, asked: Asked = {}) {
  const { previous } = compared(from, asked)
  return [previous[0], previous.at(-1), previous.length]
}

describe('a range that begins with a unit of the calendar', () => {
  it.each<[string, string | undefined, string, string, number]>([
    ['dStart', undefined, '2026-11-19', '2026-11-19', 1],
    ['-1dStart', '-1dEnd', '2026-11-18', '2026-11-18', 1],
    ['wStart', undefined, '2026-11-08', '2026-11-14', 7],
    ['-1wStart', '-1wEnd', '2026-11-01', '2026-11-07', 7],
    ['mStart', undefined, '2026-10-01', '2026-10-31', 31],
    ['mStart', 'mEnd', '2026-10-01', '2026-10-31', 31],
    ['-1mStart', '-1mEnd', '2026-09-01', '2026-09-30', 30],
    ['-2mStart', '-1mEnd', '2026-07-01', '2026-08-31', 62],
    ['-1mStart', undefined, '2026-08-01', '2026-09-30', 61],
    ['qStart', undefined, '2026-07-01', '2026-09-30', 92],
    ['yStart', undefined, '2025-01-01', '2025-12-31', 365],
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', 30],
    ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30', 91],
    ['2026-11-19', '2026-11-19', '2026-11-18', '2026-11-18', 1],
  ])('INSIGHT-53 from %s to %s is compared with the whole previous one, %s to %s', (from, to, first, last, count) => {
    expect(previous(from, to ? { to } : {})).toEqual([first, last, count])
    expect(previous(from, { ...(to && { to }), isTotal: true })).toEqual([first, last, count])
  })

  it('INSIGHT-53 compares today by hour with yesterday from 00:00 to 23:00', () => {
    expect(compared('dStart', { by: 'hour' }).current).toHaveLength(9)
    expect(previous('dStart', { by: 'hour' })).toEqual(['2026-11-19 00:00:00', '2026-11-19 23:00:00', 24])
    expect(previous('2026-11-19', { to: '2026-11-19', by: 'hour' })).toEqual([
      '2026-11-18 00:00:00',
      '2026-11-18 23:00:00',
      24,
    ])
  })

  it.each<[string, string, string, number]>([
    ['Europe/Berlin', '2026-03-30T09:00:00Z', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-26T09:00:00Z', '2026-10-25', 25],
    ['America/Havana', '2026-11-02T15:00:00Z', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-11-19T18:40:00Z', '2026-11-19', 24],
    ['Pacific/Apia', '2011-12-29T11:00:00Z', '2011-12-28', 24],
  ])('INSIGHT-53 in %s at %s yesterday is %s, with %d hours', (zone, now, day, hours) => {
    expect(previous('dStart', { by: 'hour', zone, now })).toEqual([`${day} 00:00:00`, `${day} 23:00:00`, hours])
  })

  it('INSIGHT-53 has whole months by week and by hour too', () => {
    expect(previous('mStart', { by: 'month' })).toEqual(['2026-10-01', '2026-10-01', 1])
    expect(compared('mStart', { by: 'week' }).before).toMatchObject({ from: '2026-10-01', until: '2026-11-01' })
    expect(previous('mStart', { by: 'hour' })).toEqual(['2026-10-01 00:00:00', '2026-10-31 23:00:00', 744])
  })
})

describe('another range of days', () => {
  it.each<[string | null, string | undefined, string, string, number]>([
    [null, undefined, '2026-11-06', '2026-11-13', 8],
    ['-7d', undefined, '2026-11-06', '2026-11-13', 8],
    ['-1w', undefined, '2026-11-06', '2026-11-13', 8],
    ['-14d', undefined, '2026-10-23', '2026-11-06', 15],
    ['-30d', undefined, '2026-09-16', '2026-10-16', 31],
    ['-1m', undefined, '2026-09-15', '2026-10-16', 32],
    ['-1d', undefined, '2026-11-12', '2026-11-13', 2],
    ['-24h', undefined, '2026-11-12', '2026-11-13', 2],
    ['-8d', '-1d', '2026-11-05', '2026-11-12', 8],
    ['-6dStart', undefined, '2026-11-07', '2026-11-13', 7],
    ['2026-11-13', '2026-11-20', '2026-10-30', '2026-11-06', 8],
    ['2026-11-01', '2026-11-03', '2026-10-25', '2026-10-27', 3],
  ])('INSIGHT-54 from %s to %s is compared with the same weekdays, %s to %s', (from, to, first, last, count) => {
    const asked = to ? { to } : {}
    expect(previous(from, asked)).toEqual([first, last, count])
    const { current, previous: before } = compared(from, asked)
    const weekdays = (days: readonly string[]) => days.map((day) => new Date(day).getUTCDay())
    expect(weekdays(before)).toEqual(weekdays(current))
  })

  it('INSIGHT-54 keeps the places of its days in weeks', () => {
    const { range, before } = compared('-14d', { by: 'week' })
    expect(range).toMatchObject({ from: '2026-11-06', until: '2026-11-21' })
    expect(before).toMatchObject({ from: '2026-10-23', until: '2026-11-07' })
    expect(previous('-14d', { by: 'week' })).toEqual(['2026-10-18', '2026-11-01', 3])
  })

  it('INSIGHT-54 is so many months earlier by month', () => {
    expect(compared('-60d', { by: 'month' }).before).toMatchObject({ from: '2026-07-21', until: '2026-09-21' })
    expect(compared('-1m', { by: 'month' }).before).toMatchObject({ from: '2026-09-20', until: '2026-10-21' })
    const shorter = compared('2026-03-30', { to: '2026-03-31', by: 'month' })
    expect(shorter.before).toMatchObject({ from: '2026-02-28', until: '2026-03-01' })
  })
})

describe('another range by hour', () => {
  it.each<[string, string | undefined, string, string, number]>([
    ['-2h', undefined, '2026-11-19 06:00:00', '2026-11-19 08:00:00', 3],
    ['-24h', undefined, '2026-11-18 08:00:00', '2026-11-19 08:00:00', 25],
    ['-48h', undefined, '2026-11-11 08:00:00', '2026-11-13 08:00:00', 49],
    ['-1d', undefined, '2026-11-12 00:00:00', '2026-11-13 08:00:00', 33],
    ['-7d', undefined, '2026-11-06 00:00:00', '2026-11-13 08:00:00', 177],
    ['2026-11-01T10:30', '2026-11-01T12:00', '2026-10-31 10:00:00', '2026-10-31 12:00:00', 3],
  ])(
    'INSIGHT-55 from %s to %s is compared with the same hours of the clock, %s to %s',
    (from, to, first, last, count) => {
      expect(previous(from, { by: 'hour', ...(to && { to }) })).toEqual([first, last, count])
    },
  )

  it.each<[string, string, string, string, string, number]>([
    ['Europe/Berlin', '2026-10-25T07:30:00Z', '-2h', '2026-10-24 06:00:00', '2026-10-24 08:00:00', 3],
    ['Europe/Berlin', '2026-10-26T02:30:00Z', '-2h', '2026-10-25 01:00:00', '2026-10-25 03:00:00', 4],
    ['Europe/Berlin', '2026-03-30T01:30:00Z', '-2h', '2026-03-29 01:00:00', '2026-03-29 03:00:00', 2],
    ['Europe/Berlin', '2026-03-30T00:30:00Z', '-0h', '2026-03-29 03:00:00', '2026-03-29 03:00:00', 1],
    ['Asia/Kolkata', '2026-11-20T08:15:00Z', '-1h', '2026-11-19 12:00:00', '2026-11-19 13:00:00', 2],
  ])('INSIGHT-55 follows the clocks of %s at %s', (zone, now, from, first, last, count) => {
    expect(previous(from, { by: 'hour', zone, now })).toEqual([first, last, count])
  })
})

describe('a distance', () => {
  it.each<[string, string, Interval, string, string, number]>([
    ['-7d', '-1w', 'day', '2026-11-06', '2026-11-13', 8],
    ['-7d', '-1y', 'day', '2025-11-13', '2025-11-20', 8],
    ['mStart', '-1y', 'day', '2025-11-01', '2025-11-20', 20],
    ['-14d', '-1m', 'week', '2026-09-27', '2026-10-11', 3],
    ['-60d', '-1q', 'month', '2026-06-01', '2026-08-01', 3],
    ['-2h', '-7d', 'hour', '2026-11-13 06:00:00', '2026-11-13 08:00:00', 3],
  ])('INSIGHT-25 from %s, %s, by %s is %s to %s, %d steps', (from, distance, by, first, last, count) => {
    expect(previous(from, { distance, by })).toEqual([first, last, count])
  })

  it.each(['-1h', '1', 'x', '-1mStart', '-0d'])('INSIGHT-25 is not %s earlier', (distance) => {
    expect(() => previous('-7d', { distance })).toThrow(UnsupportedQuery)
  })
})
