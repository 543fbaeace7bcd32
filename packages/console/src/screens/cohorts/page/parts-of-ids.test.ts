import { describe, expect, it } from 'vitest'
import { partsOfIds } from './parts-of-ids.ts'

describe('a long list of ids', () => {
  it.each([
    ['short ones', Array.from({ length: 9001 }, (_, index) => `user-${index}`)],
    [
      'as long as they may be, in letters of three bytes',
      Array.from({ length: 3000 }, (_, index) => `${index}`.padEnd(400, '漢')),
    ],
    ['none', []],
  ])('CONSOLE-62 goes in parts that fit a request, with nobody left out: %s', (_, ids) => {
    const parts = partsOfIds(ids)
    expect(parts.flat()).toEqual(ids)
    for (const distinct_ids of parts) {
      expect(new TextEncoder().encode(JSON.stringify({ distinct_ids })).length).toBeLessThan(1.1 * 1024 * 1024)
      expect(distinct_ids.length).toBeLessThanOrEqual(4000)
    }
  })
})
