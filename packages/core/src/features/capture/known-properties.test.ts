import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { MAX_PROPERTIES_BYTES } from '../persons/properties-input.ts'
import { KnownProperties } from './known-properties.ts'

const json: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('a', 'b', 'ü', '__proto__', 'c"'),
  fc.jsonValue() as fc.Arbitrary<JsonValue>,
  { noNullPrototype: true },
)

function changed(stored: JsonObject, ...changes: Parameters<KnownProperties['apply']>[0][]): JsonObject {
  const properties = new KnownProperties(stored)
  for (const change of changes) expect(properties.apply(change)).toBeNull()
  return properties.toObject()
}

describe('properties', () => {
  it('CAPTURE-20 take first what is set once, then what is set, then what goes', () => {
    const change = { setOnce: { a: 1, b: 1, d: 1 }, set: { b: 2, c: 2, e: null }, unset: ['c', 'x'] }
    expect(changed({ a: 0 }, change)).toEqual({ a: 0, b: 2, d: 1, e: null })
  })

  it('CAPTURE-20 keep a name such as __proto__ as a name', () => {
    const set: JsonObject = JSON.parse('{"__proto__":{"polluted":true}}')
    expect(Object.keys(changed({}, { set }))).toEqual(['__proto__'])
    expect({}).not.toHaveProperty('polluted')
  })

  it('CAPTURE-21 say whether anything is different', () => {
    const stored = { a: { x: [1] }, b: null }
    const isChanged = (change: Parameters<KnownProperties['apply']>[0]) => {
      const properties = new KnownProperties(stored)
      properties.apply(change)
      return properties.isChanged
    }
    expect(isChanged({ set: { a: { x: [1] } }, setOnce: { b: 5 }, unset: ['c'] })).toBe(false)
    expect(isChanged({ set: { a: { x: [2] } } })).toBe(true)
    expect(isChanged({ set: {}, setOnce: { c: null } })).toBe(true)
    expect(isChanged({ set: {}, unset: ['b'] })).toBe(true)
  })

  it('CAPTURE-25 are at most 512 KiB, whatever came before', () => {
    const properties = new KnownProperties({})
    const big = 'x'.repeat(MAX_PROPERTIES_BYTES / 2)
    expect(properties.apply({ set: { a: big } })).toBeNull()
    expect(properties.apply({ set: { b: big, c: 1 } })).toMatch(/exceed/)
    expect(Object.keys(properties.toObject())).toEqual(['a'])
    expect(properties.apply({ set: { b: big }, unset: ['a'] })).toBeNull()
    expect(Object.keys(properties.toObject())).toEqual(['b'])
  })

  it('CAPTURE-25 may become smaller when they are too large already', () => {
    const properties = new KnownProperties({ a: 'x'.repeat(MAX_PROPERTIES_BYTES), b: 1 })
    expect(properties.apply({ set: {}, unset: ['b'] })).toBeNull()
    expect(properties.apply({ set: { c: 1 } })).toMatch(/exceed/)
  })

  it('CAPTURE-25 are JSON that is not nested too deeply', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    for (const change of [{ set: { deep } }, { set: {}, setOnce: { deep } }, { set: { n: Number.NaN } }]) {
      expect(new KnownProperties({}).apply(change)).toMatch(/JSON/)
    }
  })

  it('CAPTURE-25 are measured with each change as exactly as all at once', () => {
    fc.assert(
      fc.property(
        json,
        fc.array(fc.record({ set: json, setOnce: json, unset: fc.subarray(['a', 'b']) })),
        (stored, changes) => {
          const properties = new KnownProperties(stored)
          for (const change of changes) properties.apply(change)
          const room = MAX_PROPERTIES_BYTES - new TextEncoder().encode(JSON.stringify(properties.toObject())).byteLength
          // What a text called x takes besides its letters, and the comma before it.
          const frame = '"x":""'.length + (Object.keys(properties.toObject()).length > 0 ? 1 : 0)
          expect(properties.apply({ set: { x: 'x'.repeat(room - frame + 1) } })).not.toBeNull()
          expect(properties.apply({ set: { x: 'x'.repeat(room - frame) } })).toBeNull()
        },
      ),
      { numRuns: 50 },
    )
  })
})
