import { describe, expect, it } from 'vitest'
import { namedSteps } from './range-step.ts'
import { boundsOf, timeRange } from './time-range.ts'
import type { Interval } from './trends-query.ts'

interface Asked {
  readonly interval?: Interval
  readonly to?: string
  readonly zone?: string
  readonly now?: string
  readonly isTotal?: boolean
}

function rangeOf(from: string | null, asked: Asked = {}) {
  const { interval = 'day', to = null, zone = 'UTC', now = '2026-11-20T08:15:00Z', isTotal = false } = asked
  const clock = { now: Date.parse(now), zone }
  return { range: timeRange({ interval, dateRange: { dateFrom: from, dateTo: to }, isTotal }, clock), zone }
}

function daysOf(from: string | null, asked: Asked = {}): readonly string[] {
  const { range, zone } = rangeOf(from, asked)
  return namedSteps(range, zone).map(({ day }) => day)
}

/** Returns the first and the last day or hour, and their number. */
function ends(from: string | null, asked: Asked = {}) {
  const days = daysOf(from, asked)
  return [days[0], days.at(-1), days.length]
}

describe('a range by day', () => {
  it.each<[string | null, string | undefined, string, string, number]>([
    [null, undefined, '2026-11-13', '2026-11-20', 8],
    ['-7d', undefined, '2026-11-13', '2026-11-20', 8],
    ['-30d', undefined, '2026-10-21', '2026-11-20', 31],
    ['30d', undefined, '2026-10-21', '2026-11-20', 31],
    ['-24h', undefined, '2026-11-19', '2026-11-20', 2],
    ['-2w', undefined, '2026-11-06', '2026-11-20', 15],
    ['-1m', undefined, '2026-10-20', '2026-11-20', 32],
    ['-1q', undefined, '2026-08-20', '2026-11-20', 93],
    ['-1y', undefined, '2025-11-20', '2026-11-20', 366],
    ['dStart', undefined, '2026-11-20', '2026-11-20', 1],
    ['-1dStart', '-1dEnd', '2026-11-19', '2026-11-19', 1],
    ['wStart', undefined, '2026-11-15', '2026-11-20', 6],
    ['mStart', undefined, '2026-11-01', '2026-11-20', 20],
    ['mStart', 'mEnd', '2026-11-01', '2026-11-30', 30],
    ['-1mStart', '-1mEnd', '2026-10-01', '2026-10-31', 31],
    ['qStart', '-1d', '2026-10-01', '2026-11-19', 50],
    ['-1qStart', '-1qEnd', '2026-07-01', '2026-09-30', 92],
    ['yStart', 'yStart', '2026-01-01', '2026-01-01', 1],
    ['2026-11-01', '2026-11-03', '2026-11-01', '2026-11-03', 3],
    ['2026-11-01T22:00:00', '2026-11-03T01:00:00Z', '2026-11-01', '2026-11-03', 3],
    [' -7d ', '', '2026-11-13', '2026-11-20', 8],
  ])('INSIGHT-11 and INSIGHT-12 from %s to %s is %s to %s, %d days', (from, to, first, last, count) => {
    expect(ends(from, to === undefined ? {} : { to })).toEqual([first, last, count])
  })

  it.each<[string, string, string, string]>([
    ['Asia/Kolkata', '2026-11-19T18:40:00Z', '2026-11-13', '2026-11-20'],
    ['America/New_York', '2026-11-20T04:59:00Z', '2026-11-12', '2026-11-19'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-14', '2026-11-21'],
    ['Pacific/Apia', '2012-01-02T00:00:00Z', '2011-12-26', '2012-01-02'],
  ])('INSIGHT-10 ends with the day that it is in %s', (zone, now, first, last) => {
    expect(ends('-7d', { zone, now })).toEqual([first, last, 8])
  })

  const SKIPPED: readonly [zone: string, day: string, before: string, now: string, today: string][] = [
    ['Pacific/Apia', '2011-12-30', '2011-12-29', '2012-01-02T09:59:00Z', '2012-01-02'],
    ['Pacific/Kwajalein', '1993-08-21', '1993-08-20', '1993-08-24T01:00:00Z', '1993-08-24'],
  ]

  it.each(SKIPPED)(
    'INSIGHT-10 has the day that %s skipped, %s, as any other, and nothing on it',
    (zone, day, before, now, today) => {
      const asked = { zone, now }
      expect(ends('-3d', asked)).toEqual([day, today, 4])
      expect(ends(day, { ...asked, to: day })).toEqual([day, day, 1])
      expect(ends(before, { ...asked, to: '-3d' })).toEqual([before, day, 2])
      expect(ends(before, { ...asked, to: '-3dEnd' })).toEqual([before, day, 2])
      expect(ends('-4d', { ...asked, to: '-3dStart' })).toEqual([before, day, 2])
      const { dateFrom, dateTo } = boundsOf(rangeOf(day, { ...asked, to: day }).range, zone)
      expect(Date.parse(dateTo) - Date.parse(dateFrom)).toBe(-1)
    },
  )

  it('INSIGHT-10 begins with the first moment of a day and ends with the last one', () => {
    const { range, zone } = rangeOf('2026-10-25', { to: '2026-10-25', zone: 'Europe/Berlin' })
    expect(boundsOf(range, zone)).toEqual({
      dateFrom: '2026-10-24T22:00:00.000000Z',
      dateTo: '2026-10-25T22:59:59.999000Z',
    })
  })
})

describe('a range by hour', () => {
  it.each<[string, string | undefined, string, string, number]>([
    ['-24h', undefined, '2026-11-19 08:00:00', '2026-11-20 08:00:00', 25],
    ['dStart', undefined, '2026-11-20 00:00:00', '2026-11-20 08:00:00', 9],
    ['-1d', undefined, '2026-11-19 00:00:00', '2026-11-20 08:00:00', 33],
    ['-1dStart', '-1dEnd', '2026-11-19 00:00:00', '2026-11-19 23:00:00', 24],
    ['-2d', '-1d', '2026-11-18 00:00:00', '2026-11-19 08:00:00', 33],
    ['2026-11-01', '2026-11-01', '2026-11-01 00:00:00', '2026-11-01 23:00:00', 24],
    ['2026-11-01T10:30', '2026-11-01T12:00', '2026-11-01 10:00:00', '2026-11-01 12:00:00', 3],
    ['-5hStart', '-1hEnd', '2026-11-20 03:00:00', '2026-11-20 07:00:00', 5],
  ])('INSIGHT-12 from %s to %s is %s to %s, %d hours', (from, to, first, last, count) => {
    expect(ends(from, { interval: 'hour', ...(to === undefined ? {} : { to }) })).toEqual([first, last, count])
  })

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/Havana', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-11-20', 24],
  ])('INSIGHT-10 a day of %s, %s, has %d hours', (zone, day, count) => {
    const hours = daysOf(day, { to: day, interval: 'hour', zone })
    expect(hours).toHaveLength(count)
    expect([hours[0], hours.at(-1)]).toEqual([`${day} 00:00:00`, `${day} 23:00:00`])
  })

  it('INSIGHT-10 reads a time without an offset in the zone of the project', () => {
    const { range, zone } = rangeOf('2026-11-20T00:00', {
      to: '2026-11-20T00:59',
      interval: 'hour',
      zone: 'Asia/Kolkata',
    })
    expect(boundsOf(range, zone)).toEqual({
      dateFrom: '2026-11-19T18:30:00.000000Z',
      dateTo: '2026-11-19T19:29:59.999000Z',
    })
  })
})

describe('a range by week or month', () => {
  it('INSIGHT-14 has the weeks and months that it reaches into, by their first days', () => {
    expect(daysOf('-14d', { interval: 'week' })).toEqual(['2026-11-01', '2026-11-08', '2026-11-15'])
    expect(daysOf('-60d', { interval: 'month' })).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
    expect(daysOf('2026-11-14', { to: '2026-11-15', interval: 'week' })).toEqual(['2026-11-08', '2026-11-15'])
  })

  it.each([true, false])('INSIGHT-14 counts from the day asked for, as one number: %s', (isTotal) => {
    for (const interval of ['day', 'week', 'month'] as const) {
      expect(rangeOf('-14d', { interval, isTotal }).range).toMatchObject({ from: '2026-11-06', until: '2026-11-21' })
    }
  })
})

describe('a range that is refused', () => {
  it.each<[string, Asked]>([
    ['2026-11-20', { to: '2026-11-19' }],
    ['-1d', { to: '-2d' }],
    ['-1h', { to: '-2h', interval: 'hour' }],
  ])('INSIGHT-15 ends before it begins: from %s, %j', (from, asked) => {
    expect(() => rangeOf(from, asked)).toThrow('The date range ends before it starts.')
  })

  it.each<[string, Asked]>([
    ['1980-01-01', {}],
    ['-2y', { interval: 'hour' }],
    ['1980-01-01', { isTotal: true }],
  ])('INSIGHT-15 has more than 10,000 points: from %s, %j', (from, asked) => {
    expect(() => rangeOf(from, asked)).toThrow(
      'The date range has more than 10,000 points: use a shorter range or a longer interval.',
    )
  })

  it.each(['x', '-7', 'd', '-7D', '-7dd', '2026-02-30', '2026', '-99999d', '-600y', '-Start', '7 d', '\0'])(
    'INSIGHT-11 begins with no date: %j',
    (from) => {
      expect(() => rangeOf(from)).toThrow(/is not a date: use one such as -7d, mStart or 2026-11-20.$/)
    },
  )

  it.each(['1969-12-31', '9999-12-31', '-200y'])('INSIGHT-11 is too long ago, or too far away: %s', (from) => {
    expect(() => rangeOf(from)).toThrow('is not between the years 1970 and 9000.')
  })
})

describe('steps', () => {
  it('INSIGHT-20 are named as existing clients show them', () => {
    const named = (from: string, asked: Asked) => {
      const { range, zone } = rangeOf(from, asked)
      const [{ day, label } = { day: '', label: '' }] = namedSteps(range, zone)
      return [day, label]
    }
    expect(named('2026-01-02', {})).toEqual(['2026-01-02', '2-Jan-2026'])
    expect(named('mStart', { interval: 'month' })).toEqual(['2026-11-01', '1-Nov-2026'])
    expect(named('2026-11-20T13:20', { interval: 'hour', to: '2026-11-20', zone: 'Asia/Kolkata' })).toEqual([
      '2026-11-20 13:00:00',
      '20-Nov-2026 13:00',
    ])
  })
})
