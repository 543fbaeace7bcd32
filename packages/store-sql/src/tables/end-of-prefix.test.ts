import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeText } from '../sql-value.ts'
import { endOfPrefix } from './end-of-prefix.ts'

/** Texts whose neighbours in the order of bytes are often unusual. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\0',
      '\u0001',
      '\u0002',
      'a',
      'b',
      '%',
      '_',
      '\uD7FF',
      '\uDC00',
      '\uDFFF',
      '\uE000',
      '\uFFFF',
      '\u{10000}',
      '\u{10FFFF}',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 4,
})

describe('the range of a prefix', () => {
  it('holds what begins with it, and nothing else, by the bytes that are stored', () => {
    fc.assert(
      fc.property(text, text, text, (prefix, rest, other) => {
        expect(isInRange(prefix + rest, prefix)).toBe(true)
        expect(isInRange(other, prefix)).toBe(other.startsWith(prefix))
      }),
      { numRuns: 2000 },
    )
  })

  it('ends nowhere when nothing could be above it', () => {
    expect(['', '\u{10FFFF}', '\u{10FFFF}\u{10FFFF}'].map(endOfPrefix)).toEqual([undefined, undefined, undefined])
    expect(endOfPrefix('a\u{10FFFF}')).toBe('b')
    expect(endOfPrefix('a\uD7FF')).toBe('a\uE000')
  })
})

function isInRange(candidate: string, prefix: string): boolean {
  const end = endOfPrefix(prefix)
  return compareStored(candidate, prefix) >= 0 && (end === undefined || compareStored(candidate, end) < 0)
}

function compareStored(a: string, b: string): number {
  return Buffer.compare(Buffer.from(encodeText(a)), Buffer.from(encodeText(b)))
}
