import { describe, expect, test } from 'vitest'
import { instantOf, parseInstant } from './instant-of.ts'
import { timeZone, UTC } from './time-zone.ts'

const iso = (text: string, zone = UTC) => {
  const instant = parseInstant(text, zone)
  return instant === undefined ? undefined : new Date(instant).toISOString()
}
const NOON = '2022-04-05T12:34:12.000Z'
const MIDNIGHT = '2022-04-05T00:00:00.000Z'

describe('EVAL-61 a date may be written', () => {
  test.each([
    // ISO 8601, RFC 3339, and what databases print
    ['2022-04-05', MIDNIGHT],
    ['2022-04-05T12:34:12Z', NOON],
    ['2022-04-05t12:34:12z', NOON],
    ['2022-04-05 12:34:12', NOON],
    ['2022-04-05 13:34:12 +01:00', NOON],
    ['2022-04-05 13:34:12+01:00', NOON],
    ['2022-04-05 13:34:12 +0100', NOON],
    ['2022-04-05 05:34:12-07', NOON],
    ['2022-04-05 12:34:12 UTC', NOON],
    ['2022-04-30 22:00:00 GMT', '2022-04-30T22:00:00.000Z'],
    ['2022-04-05 04:34:12 PST', NOON],
    ['2022-04-05 12:34', '2022-04-05T12:34:00.000Z'],
    ['2022-04-05 12:34:12.5 +00:00', '2022-04-05T12:34:12.500Z'],
    ['2022-04-05T12:34:12,25Z', '2022-04-05T12:34:12.250Z'],
    ['2022-04-05 12:34:12 PM', NOON],
    ['2022-04-05 EST', '2022-04-05T05:00:00.000Z'],
    ['2022-04-05+08:00', '2022-04-04T16:00:00.000Z'],
    ['2022-4-5', MIDNIGHT],
    ['2022-Apr-05', MIDNIGHT],
    // RFC 2822, RFC 850 and C
    ['Tue, 05 Apr 2022 12:34:12 GMT', NOON],
    ['Tue, 5 Apr 2022 13:34:12 +0100', NOON],
    ['05 Apr 2022 08:34:12 EDT', NOON],
    ['Tue, 5 Apr 22 12:34:12 UT', NOON],
    ['Tue, 05 Apr 2022 13:34:12 +0100 (CET)', NOON],
    ['Tuesday, 05-Apr-22 12:34:12 GMT', NOON],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Tue Apr  5 12:34:12 UTC 2022', NOON],
    // JavaScript
    ['Tue Apr 05 2022 13:34:12 GMT+0100 (British Summer Time)', NOON],
    ['4/5/2022, 12:34:12\u202fPM', NOON],
    // natural language
    ['April 5, 2022', MIDNIGHT],
    ['april 5 2022', MIDNIGHT],
    ['Apr. 5, 2022', MIDNIGHT],
    ['Sept 5th, 2022', '2022-09-05T00:00:00.000Z'],
    ['5 Apr 2022 10:00', '2022-04-05T10:00:00.000Z'],
    ['1st of May 2022', undefined],
    ['5 April 2022, 12:34:12', NOON],
    ['May 8, 2009 5:57:51 PM', '2009-05-08T17:57:51.000Z'],
    ['September 17, 2012 at 10:09am PST', '2012-09-17T18:09:00.000Z'],
    ['14-October-2019 19:11:40.164', '2019-10-14T19:11:40.164Z'],
    ['oct 7, 70', '1970-10-07T00:00:00.000Z'],
    ['7 oct 69', '2069-10-07T00:00:00.000Z'],
    ['4/5/2022', MIDNIGHT],
    ['04/05/22 12:34', '2022-04-05T12:34:00.000Z'],
    ['8/8/1965 12:00 AM', '1965-08-08T00:00:00.000Z'],
    ['2022/4/5 12:34:12', NOON],
    ['2022.04.05', MIDNIGHT],
    ['4.5.2022', MIDNIGHT],
    ['  2022-04-05  ', MIDNIGHT],
  ])('%s', (text, expected) => {
    expect(iso(text)).toBe(expected)
  })

  test('without an offset, in the time zone of the project, however it is written', () => {
    const berlin = timeZone('Europe/Berlin')
    for (const text of ['2022-04-05', 'April 5, 2022', '5 Apr 2022 00:00', '4/5/2022', 'Tue, 05 Apr 2022']) {
      expect(iso(text, berlin)).toBe('2022-04-04T22:00:00.000Z')
    }
    expect(iso('Tue, 05 Apr 2022 12:34:12 GMT', berlin)).toBe(NOON)
  })

  test('as a property, and text of nothing but a number stays seconds', () => {
    expect(instantOf('Tue, 05 Apr 2022 12:34:12 GMT', UTC)).toBe(Date.parse(NOON))
    expect(instantOf('2014.03', UTC)).toBe(2_014_030)
    expect(instantOf('20220405', UTC)).toBe(20_220_405_000)
  })
})

describe('EVAL-61 no date is', () => {
  test.each([
    ...['', ' ', 'yesterday', 'now', 'tomorrow', 'Tuesday', 'April', '2022', '2022-04', 'April 2022', '5 April'],
    // Values that depend on the current day
    ...['12:34', '6:15pm', 'May 27 02:45:27', 'Apr 5 at 9:24 PM'],
    // Days and times that do not exist
    ...[
      '2022-02-31',
      '31 Feb 2022',
      'February 29, 2022',
      '13/1/2022',
      '0/1/2022',
      '2022-04-05 24:00',
      '2022-04-05 12:60',
    ],
    ...['2022-04-05 12:34:60', '2022-04-05 13:00 PM', '2022-04-05 0:30 am', 'Foo 5, 2022', '5 Foo 2022'],
    // Unknown or ambiguous zones
    ...['2022-04-05 12:34 CET', '2022-04-05 12:34 IST', '2022-04-05 12:34 +24:00', '2022-04-05 12:34 +01:60'],
    ...['2022-04-05 12:34 PST+01:00', '2022-04-05-08', '2022-04-05 12:34 +1', '2022-04-05 PM'],
    // More than a date
    ...['2022-04-05 12:34:12 +01:00 x', 'x 2022-04-05', '2022-04-051', '2022-04-05T', '2022-04-05 12:34:12.Z'],
    ...['2022-04/05', '04-05-2022', '1/2/123', '2022-04-05 12:34 (a) (b)'],
  ])('%j', (text) => {
    expect(iso(text)).toBeUndefined()
  })

  test('anything longer than a hundred characters, and it costs nothing to say so', () => {
    expect(iso(`2022-04-05${' '.repeat(90)}`)).toBe(MIDNIGHT)
    expect(iso(`2022-04-05${' '.repeat(91)}`)).toBeUndefined()
    const start = performance.now()
    for (const part of ['1', ' ', 'a ', '(', '5/', 'sun ', ', ', '-']) {
      for (let count = 0; count < 200; count++) iso(`5 Apr ${part.repeat(1_000_000 / part.length)}`)
      for (let count = 0; count < 1000; count++) iso(part.repeat(94 / part.length))
    }
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
