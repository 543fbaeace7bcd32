import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson, isJsonObject, type JsonValue, jsonEquals, withoutUndefined } from './json-value.ts'

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>
/** Small values, so that two of them are often equal. */
const alike: fc.Arbitrary<JsonValue> = fc.dictionary(
  fc.constantFrom('a', 'b', '__proto__'),
  fc.constantFrom<JsonValue>(0, null, '0', [], [0], {}, { a: 0 }),
  { maxKeys: 2 },
)

describe('what is JSON', () => {
  it('JSON-1 is everything that JSON text can say', () => {
    fc.assert(fc.property(json, (value) => isJson(value)))
    for (const text of ['{"__proto__":1}', '{"constructor":{}}', '"\\u0000"', '"\\ud800"', '[]', '-0']) {
      expect(isJson(JSON.parse(text))).toBe(true)
    }
  })

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a big integer', 1n],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['a pattern', /x/],
    ['what holds any of these', { a: [{ b: 1n }] }],
  ])('JSON-1 is not %s', (_, value) => {
    expect(isJson(value)).toBe(false)
  })

  it('JSON-1 may hold undefined, which JSON leaves out', () => {
    expect(isJson({ a: undefined, b: [undefined] })).toBe(true)
  })

  it('JSON-1 is at most 64 levels deep', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
    expect(isJson(nested(64))).toBe(true)
    expect(isJson(nested(65))).toBe(false)
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(isJson(cycle)).toBe(false)
  })

  it('JSON-1 has objects that are neither null nor lists', () => {
    expect([{}, { a: 1 }].every(isJsonObject)).toBe(true)
    expect([null, [], 'x', 1, undefined].some(isJsonObject)).toBe(false)
  })
})

describe('equality', () => {
  it('JSON-2 holds for a value and its copy, with keys in any order', () => {
    const reversed = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) return value.map(reversed)
      if (!isJsonObject(value)) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, reversed(part)]),
      )
    }
    fc.assert(fc.property(json, (value) => jsonEquals(value, reversed(value))))
  })

  it('JSON-2 agrees with the text, keys sorted', () => {
    const sorted = (value: JsonValue): string =>
      JSON.stringify(value, (_, part) =>
        isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
      )
    fc.assert(fc.property(alike, alike, (a, b) => jsonEquals(a, b) === (sorted(a) === sorted(b))))
  })

  it.each([
    [1, '1'],
    [0, false],
    [null, 0],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [{}, JSON.parse('{"__proto__":{}}')],
  ] as const)('JSON-2 does not hold for %j and %j', (a, b) => {
    expect([jsonEquals(a, b), jsonEquals(b, a)]).toEqual([false, false])
  })
})

it('JSON-3 leaves out what is undefined, and nothing else', () => {
  const value = JSON.parse('{"a":null,"b":0,"__proto__":{"x":1}}')
  const cleaned = withoutUndefined({ ...value, c: undefined, d: '' })
  expect(Object.keys(cleaned)).toEqual(['a', 'b', '__proto__', 'd'])
  expect(({} as { x?: unknown }).x).toBeUndefined()
})
