import { describe, expect, it } from 'vitest'
import { pageRequest } from './page.ts'

describe('which part of a list to show', () => {
  it.each([
    [1, 1],
    ['1', 1],
    [' 7 ', 7],
    [1000, 1000],
    ['1000', 1000],
  ])('PAGE-1 shows as many as were asked for: %j', (limit, expected) => {
    expect(pageRequest({ limit, offset: 0 })).toEqual({ limit: expected, offset: 0 })
  })

  it.each([undefined, null, '', 0, '0', -1, '-1', 1.5, '1.5', 'x', '0x10', '1e2', [5], {}, true, Number.NaN, 2 ** 53])(
    'PAGE-2 shows 100 when it cannot tell what %j means',
    (limit) => {
      expect(pageRequest({ limit })).toEqual({ limit: 100, offset: 0 })
    },
  )

  it.each([1001, '5000', Number.MAX_SAFE_INTEGER, '9'.repeat(30), '9'.repeat(310)])(
    'PAGE-3 shows 1000 at most, also for %j',
    (limit) => {
      expect(pageRequest({ limit })).toEqual({ limit: 1000, offset: 0 })
    },
  )

  it.each([undefined, null, '', -1, '-1', 1.5, 'x', Number.NaN])(
    'PAGE-2 begins at the beginning when it cannot tell what the offset %j means',
    (offset) => {
      expect(pageRequest({ limit: 5, offset })).toEqual({ limit: 5, offset: 0 })
    },
  )

  it.each([
    [0, 0],
    ['7', 7],
    [10 ** 12, 10 ** 12],
    ['9'.repeat(30), Number.MAX_SAFE_INTEGER],
    ['9'.repeat(310), Number.MAX_SAFE_INTEGER],
  ])('PAGE-1 begins where it was asked to: %j', (offset, expected) => {
    expect(pageRequest({ limit: 5, offset })).toEqual({ limit: 5, offset: expected })
  })
})
