import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochMsOf, formatTimestamp, parseTimestamp, timestampOf } from './timestamp.ts'

describe('reading a date', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000000Z'],
    ['2026-11-20T08:00', '2026-11-20T08:00:00.000000Z'],
    ['2026-11-20 08:00:05', '2026-11-20T08:00:05.000000Z'],
    ['2026-11-20T08:00:05.1Z', '2026-11-20T08:00:05.100000Z'],
    ['2026-11-20T08:00:05.123456789Z', '2026-11-20T08:00:05.123456Z'],
    ['2026-11-20T08:00:05,5z', '2026-11-20T08:00:05.500000Z'],
    ['2026-11-20t08:00:00Z', '2026-11-20T08:00:00.000000Z'],
    ['2026-11-20T08:00:00+02:00', '2026-11-20T06:00:00.000000Z'],
    ['2026-11-20T08:00:00-0530', '2026-11-20T13:30:00.000000Z'],
    ['2026-11-20T08:00:00+02', '2026-11-20T06:00:00.000000Z'],
    ['2026-11-20T08:00:00-23:59', '2026-11-21T07:59:00.000000Z'],
    ['2025-12-31T23:30:00.5-01:00', '2026-01-01T00:30:00.500000Z'],
    [' 2026-11-20 ', '2026-11-20T00:00:00.000000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('TIME-1 understands %s', (text, timestamp) => {
    expect(parseTimestamp(text)).toBe(timestamp)
  })

  it.each([
    '',
    'x',
    '2026',
    '2026-11',
    '20261120',
    '2026-13-01',
    '2026-02-29',
    '2026-04-31',
    '2026-11-20T24:00:00',
    '2026-11-20T08',
    '2026-11-20T08:60',
    '2026-11-20T08:00:61',
    '0000-01-01',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '2026-11-20T08:00:00+1',
    '2026-11-20T08:00:00+24:00',
    '2026-11-20T08:00:00-00:60',
    '2026-11-20T08:00:00+99:99',
    '2026-11-20T08:00:00+9999',
    '2026-11-20T08:00:00-30',
    '20.11.2026',
    'Fri Nov 20 2026',
    '2026-11-20T08:00:00.Z',
    '2026-11-20T08:00:00ZZ',
    '1e9',
  ])('TIME-1 takes %j for no date', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })
})

describe('timestamps', () => {
  it('TIME-2 compare as text as they do in time', () => {
    const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(timestampOf(a.getTime()) < timestampOf(b.getTime())).toBe(a < b)
      }),
    )
  })

  it('TIME-2 survive being printed and read', () => {
    const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, (date) => {
        const timestamp = timestampOf(date.getTime())
        expect(timestamp).toHaveLength(27)
        expect(epochMsOf(timestamp)).toBe(date.getTime())
        expect(parseTimestamp(formatTimestamp(timestamp))).toBe(timestamp)
      }),
    )
  })

  it.each([
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z'],
    ['2026-11-20T08:00:00.5Z', '2026-11-20T08:00:00.500000Z'],
    ['2026-11-20T08:00:00.000001Z', '2026-11-20T08:00:00.000001Z'],
  ])('TIME-3 show a fraction only where there is one: %s', (text, shown) => {
    const timestamp = parseTimestamp(text)
    expect(timestamp && formatTimestamp(timestamp)).toBe(shown)
  })
})
