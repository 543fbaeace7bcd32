import { describe, expect, test } from 'vitest'
import { timeZone } from './time-zone.ts'

function utcOf(zone: string, wall: string): string {
  return new Date(timeZone(zone)(Date.parse(`${wall}Z`))).toISOString()
}

describe('EVAL-31 the clock of a time zone', () => {
  test.each([
    ['UTC', '2026-03-29T02:30:00', '2026-03-29T02:30:00.000Z'],
    ['Europe/Berlin', '2026-01-01T12:00:00', '2026-01-01T11:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01T12:00:00', '2026-07-01T10:00:00.000Z'],
    ['America/New_York', '2026-01-01T00:00:00', '2026-01-01T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01T00:00:00', '2025-12-31T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00', '2025-12-31T10:00:00.000Z'],
  ])('in %s reads %s as %s', (zone, wall, expected) => {
    expect(utcOf(zone, wall)).toBe(expected)
  })

  test('moves a reading that is skipped on by what is skipped', () => {
    expect(utcOf('Europe/Berlin', '2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00.000Z')
    expect(utcOf('America/New_York', '2026-03-08T02:30:00')).toBe('2026-03-08T07:30:00.000Z')
  })

  test('takes the earlier of two when a reading comes twice', () => {
    expect(utcOf('Europe/Berlin', '2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z')
    expect(utcOf('America/New_York', '2026-11-01T01:30:00')).toBe('2026-11-01T05:30:00.000Z')
  })

  test('is exact right up to a change and right after it', () => {
    expect(utcOf('Europe/Berlin', '2026-03-29T01:59:59')).toBe('2026-03-29T00:59:59.000Z')
    expect(utcOf('Europe/Berlin', '2026-03-29T03:00:00')).toBe('2026-03-29T01:00:00.000Z')
    expect(utcOf('Europe/Berlin', '2026-10-25T03:00:00')).toBe('2026-10-25T02:00:00.000Z')
  })

  test('of a zone that nobody knows is a RangeError', () => {
    expect(() => timeZone('Mars/Olympus')).toThrow(RangeError)
  })
})
