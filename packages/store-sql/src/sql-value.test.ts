import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText, sqliteValue, sqlValue } from './sql-value.ts'

/** Any UTF-16 text, including lone surrogates, NUL, and the escape character. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('\0', '\u0001', '\u0002', '\ud800', '\udfff', 'a', '😀'),
  ),
})

describe('text in the database', () => {
  it('comes back as it went in, whatever it holds', () => {
    fc.assert(fc.property(anyText, (text) => decodeText(encodeText(text)) === text))
  })

  it('has neither NUL nor half of a surrogate pair', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encoded = encodeText(text)
        expect(encoded.isWellFormed() && !encoded.includes('\0')).toBe(true)
      }),
    )
  })

  it('is stored as it is unless it has to be changed', () => {
    expect(encodeText('Über 😀\n"quoted" \\')).toBe('Über 😀\n"quoted" \\')
  })

  it('keeps its order, NUL before all others', () => {
    const texts = ['', '\0', '\0a', '\u0001', '\u0001\0', '\u0001a', '\u0002', 'a', 'a\0', 'ab']
    const stored = texts.map(encodeText)
    expect([...stored].sort()).toEqual(stored)
  })

  it('is made storable inside lists too, and other values are left alone', () => {
    expect(sqlValue(['a', '\0'])).toEqual(['a', encodeText('\0')])
    expect([1, true, null].map(sqlValue)).toEqual([1, true, null])
  })

  it('travels to SQLite as what it has a type for', () => {
    const bytes = new Uint8Array([1])
    expect([true, false, null, 1, '\0', bytes].map(sqliteValue)).toEqual([1, 0, null, 1, encodeText('\0'), bytes])
    expect(sqliteValue(['a', '\0', 1])).toBe(JSON.stringify(['a', encodeText('\0'), 1]))
  })
})
