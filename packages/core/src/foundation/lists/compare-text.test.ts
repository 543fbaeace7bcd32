import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareText } from './compare-text.ts'

const text = fc.string({ unit: 'binary', maxLength: 5 })

describe('compareText', () => {
  it('orders text as its UTF-8 bytes are ordered', () => {
    const encoder = new TextEncoder()
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(encoder.encode(a), encoder.encode(b))
        expect(Math.sign(compareText(a, b))).toBe(bytes)
      }),
    )
  })

  it('puts characters beyond U+FFFF after all others', () => {
    expect(['\u{1F600}', '\u{FF5E}', 'z', '\u{E000}', ''].sort(compareText)).toEqual([
      '',
      'z',
      '\u{E000}',
      '\u{FF5E}',
      '\u{1F600}',
    ])
  })

  it('puts a text before those that begin with it', () => {
    expect(['ab', 'a', 'abc', 'aa'].sort(compareText)).toEqual(['a', 'aa', 'ab', 'abc'])
  })
})
