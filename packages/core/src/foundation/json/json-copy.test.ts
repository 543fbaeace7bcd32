import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonCopy } from './json-copy.ts'
import type { JsonValue } from './json-value.ts'

/**
 * Any UTF-16 unit, including lone surrogates. The library's own `binary` first creates a table of a million characters.
 */
const stringUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit))

it('JSON-3 copies what JSON text would have, and holds nothing of the original', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit }), (value) => {
      const copy = jsonCopy(value as JsonValue)
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
    }),
  )
  const sparse = { a: undefined, b: [undefined, { c: undefined }] } as unknown as JsonValue // applications may do so
  expect(jsonCopy(sparse)).toStrictEqual({ b: [null, {}] })
})
