import { describe, expect, test } from 'vitest'
import { numberOf } from './number-of.ts'

describe('EVAL-29 the number of a text', () => {
  test.each([
    ['5', 5],
    ['+5', 5],
    ['5.', 5],
    ['.5', 0.5],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['1.E-2', 0.01],
    ['inf', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['nan', Number.NaN],
  ])('of %j is %d', (text, expected) => {
    expect(numberOf(text)).toBe(expected)
  })

  test.each(['', ' 5', '5 ', '.', '1e', '1.2.3', '0x10', '1_000', '٥', '5a'])('is not found in %j', (text) => {
    expect(numberOf(text)).toBeUndefined()
  })

  test.each([
    ['digits', `${'1'.repeat(1_000_000)}x`],
    ['decimals', `1.${'1'.repeat(1_000_000)}x`],
    ['an exponent', `1e${'1'.repeat(1_000_000)}x`],
  ])('is refused in time that grows with the text alone: %s', (_, text) => {
    const startedAtMs = performance.now()
    expect(numberOf(text)).toBeUndefined()
    // Quadratic time would be an hour.
    expect(performance.now() - startedAtMs).toBeLessThan(1000)
  })
})
