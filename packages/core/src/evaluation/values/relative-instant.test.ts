import { describe, expect, test } from 'vitest'
import { parseRelativeInstant } from './relative-instant.ts'

function ago(text: string, now: string): string | undefined {
  const instant = parseRelativeInstant(text)?.(Date.parse(now))
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

describe('EVAL-31 a relative date', () => {
  test.each([
    ['-1m', '2026-03-31T12:00:00Z', '2026-02-28T12:00:00.000Z'],
    // Month by month: after the day was reduced for February, it is not increased again.
    ['-2m', '2026-03-31T12:00:00Z', '2026-01-28T12:00:00.000Z'],
    ['-1m', '2024-03-31T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['-13m', '2024-03-31T12:00:00Z', '2023-02-28T12:00:00.000Z'],
    ['-3m', '2026-01-15T12:00:00Z', '2025-10-15T12:00:00.000Z'],
    ['-1y', '2024-02-29T12:00:00Z', '2023-02-28T12:00:00.000Z'],
    ['-4y', '2024-02-29T12:00:00Z', '2020-02-28T12:00:00.000Z'],
    ['0y', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['9999h', '2026-01-01T00:00:00Z', '2024-11-10T09:00:00.000Z'],
  ])('%s from %s is %s', (text, now, expected) => {
    expect(ago(text, now)).toBe(expected)
  })

  test.each(['10000d', '-1s', '1M', 'd', '--1d', '-1.5d', ' 1d', ''])('is not what %j is', (text) => {
    expect(parseRelativeInstant(text)).toBeUndefined()
  })
})
