import { describe, expect, it } from 'vitest'
import { withoutNonNumbers } from './json-non-numbers.ts'

describe('numbers that JSON does not have', () => {
  it('are read as null', () => {
    expect(withoutNonNumbers('{"a":NaN,"b":[Infinity,-Infinity,NaN]}')).toBe('{"a":null,"b":[null,null,null]}')
  })

  it('stay what they are inside of text', () => {
    const text = String.raw`{"NaN":"Infinity","b":"\"NaN\\","c":NaN}`
    expect(withoutNonNumbers(text)).toBe(String.raw`{"NaN":"Infinity","b":"\"NaN\\","c":null}`)
  })

  it('leave JSON without them alone', () => {
    expect(withoutNonNumbers('{"a":1}')).toBe('{"a":1}')
  })

  it('leave text that ends too early as it is', () => {
    for (const text of ['NaN"', '{"a":NaN,"b', String.raw`[NaN,"\ `.trim(), '"NaN']) {
      expect(() => JSON.parse(withoutNonNumbers(text))).toThrow()
    }
  })

  it.each([
    ['a long text', `"${'x'.repeat(4_000_000)}"`],
    ['a text full of escapes', `"${String.raw`\n`.repeat(2_000_000)}"`],
    ['a text of quotes that never ends', `"${String.raw`\"`.repeat(1_000_000)}`],
    ['many texts', '"",'.repeat(500_000)],
    ['many numbers below zero', '-1,'.repeat(500_000)],
  ])('take time in proportion to %s', { timeout: 5000 }, (_, text) => {
    expect(withoutNonNumbers(`[NaN,${text}`)).toBe(`[null,${text}`)
  })
})
