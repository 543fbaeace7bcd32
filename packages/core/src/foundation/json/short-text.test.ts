import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DISTINCT_ID_LIMIT } from '../validation/id-limits.ts'
import { shortText } from './short-text.ts'

it('USAGE-38 keeps a text as it is up to 200 characters', () => {
  fc.assert(fc.property(fc.string({ maxLength: DISTINCT_ID_LIMIT }), (text) => shortText(text) === text))
})

it('USAGE-38 keeps both ends and the length of a longer one, however often it is asked', () => {
  const long = (start: string, length: number, end: string) => start + 'x'.repeat(length) + end
  const texts = [long('a', 300, 'a'), long('b', 300, 'a'), long('a', 300, 'b'), long('a', 301, 'a')]
  const kept = texts.map(shortText)
  expect(new Set(kept).size).toBe(4)
  for (const text of kept) {
    expect(text.length).toBeLessThanOrEqual(DISTINCT_ID_LIMIT)
    expect(shortText(text)).toBe(text)
  }
  expect(shortText('y'.repeat(5_000_000)).length).toBeLessThanOrEqual(DISTINCT_ID_LIMIT)
})
