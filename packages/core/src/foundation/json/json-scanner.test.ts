import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonScanner, jsonSigns } from './json-scanner.ts'

/** Returns each sign with its text. */
function signsIn(json: string, signs: string): string[] {
  const bytes = new TextEncoder().encode(json)
  const scanner = new JsonScanner(bytes, jsonSigns(signs))
  const found: string[] = []
  for (let sign = scanner.next(); sign !== 0; sign = scanner.next()) {
    expect(bytes[scanner.at]).toBe(sign)
    found.push(new TextDecoder().decode(bytes.subarray(scanner.at, scanner.end)))
  }
  return found
}

/** Texts with quotes and backslashes near the positions where the scan of a long text changes its method. */
const tricky = fc
  .array(fc.constantFrom('"', '\\', '[', 'x'.repeat(61), 'x'.repeat(64), 'ü', 'n'), { maxLength: 12 })
  .map((parts) => parts.join(''))

describe('a scanner of JSON', () => {
  it('finds every text, and nothing inside of one', () => {
    fc.assert(
      fc.property(fc.array(tricky), (texts) => {
        const json = JSON.stringify(texts)
        expect(signsIn(json, '"[]').map((sign) => (sign.startsWith('"') ? JSON.parse(sign) : sign))).toEqual([
          '[',
          ...texts,
          ']',
        ])
        expect(signsIn(json, '[]')).toEqual(['[', ']'])
      }),
    )
  })

  it('goes on where it stopped', () => {
    const scanner = new JsonScanner(new TextEncoder().encode('[1,"[",2]'), jsonSigns(',[]'))
    const found = []
    for (let until = 0; until <= 9; until++) for (; scanner.next(until) !== 0; ) found.push(scanner.at)
    expect(found).toEqual([0, 2, 6, 8])
  })

  it('takes a text without an end for one that goes on to the end', () => {
    for (const text of ['"', '"\\', `"${'x'.repeat(100)}`, `"${'x'.repeat(100)}\\"`, `"${'\\'.repeat(101)}"`]) {
      expect(signsIn(`[${text}`, '"[]')).toEqual(['[', text])
    }
  })

  it.each([
    ['a long text', `"${'x'.repeat(4_000_000)}"`],
    ['a text full of escapes', `"${String.raw`\"`.repeat(2_000_000)}"`],
    ['a text full of backslashes', `"${'\\'.repeat(4_000_000)}"`],
  ])('takes time in proportion to %s', { timeout: 10_000 }, (_, text) => {
    expect(signsIn(text, '"')).toHaveLength(1)
  })
})
