import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { KnownProperties, MAX_EVENT_PROPERTIES_BYTES } from './known-properties.ts'
import { StorageRoom } from './storage-room.ts'

const json: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('a', 'b', 'ü', '__proto__', 'c"'),
  fc.jsonValue() as fc.Arbitrary<JsonValue>,
  { noNullPrototype: true },
)

const roomOf = (limitBytes = Number.POSITIVE_INFINITY) => new StorageRoom(undefined, limitBytes)

function changed(stored: JsonObject, ...changes: Parameters<KnownProperties['apply']>[0][]): JsonObject {
  const properties = new KnownProperties(stored)
  for (const change of changes) expect(properties.apply(change, roomOf())).toBeNull()
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
      properties.apply(change, roomOf())
      return properties.isChanged
    }
    expect(isChanged({ set: { a: { x: [1] } }, setOnce: { b: 5 }, unset: ['c'] })).toBe(false)
    expect(isChanged({ set: { a: { x: [2] } } })).toBe(true)
    expect(isChanged({ set: {}, setOnce: { c: null } })).toBe(true)
    expect(isChanged({ set: {}, unset: ['b'] })).toBe(true)
  })

  it('CAPTURE-25 are at most 64 KiB, whatever came before', () => {
    const properties = new KnownProperties({})
    const big = 'x'.repeat(MAX_EVENT_PROPERTIES_BYTES / 2)
    expect(properties.apply({ set: { a: big } }, roomOf())).toBeNull()
    expect(properties.apply({ set: { b: big, c: 1 } }, roomOf())?.details).toMatch(/exceed/)
    expect(Object.keys(properties.toObject())).toEqual(['a'])
    expect(properties.apply({ set: { b: big }, unset: ['a'] }, roomOf())).toBeNull()
    expect(Object.keys(properties.toObject())).toEqual(['b'])
  })

  it('CAPTURE-25 may become smaller when they are too large already', () => {
    const properties = new KnownProperties({ a: 'x'.repeat(MAX_EVENT_PROPERTIES_BYTES), b: 1 })
    expect(properties.apply({ set: {}, unset: ['b'] }, roomOf())).toBeNull()
    expect(properties.apply({ set: { c: 1 } }, roomOf())?.details).toMatch(/exceed/)
  })

  it('CAPTURE-25 are JSON that is not nested too deeply', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    for (const change of [{ set: { deep } }, { set: {}, setOnce: { deep } }, { set: { n: Number.NaN } }]) {
      expect(new KnownProperties({}).apply(change, roomOf())?.details).toMatch(/JSON/)
    }
  })

  it('CAPTURE-25 are measured with each change as exactly as all at once', () => {
    fc.assert(
      fc.property(
        json,
        fc.array(fc.record({ set: json, setOnce: json, unset: fc.subarray(['a', 'b']) })),
        (stored, changes) => {
          const properties = new KnownProperties(stored)
          for (const change of changes) properties.apply(change, roomOf())
          const room =
            MAX_EVENT_PROPERTIES_BYTES - new TextEncoder().encode(JSON.stringify(properties.toObject())).byteLength
          // The bytes of a text called x without its letters, and the comma before it.
          const frame = '"x":""'.length + (Object.keys(properties.toObject()).length > 0 ? 1 : 0)
          expect(properties.apply({ set: { x: 'x'.repeat(room - frame + 1) } }, roomOf())).not.toBeNull()
          expect(properties.apply({ set: { x: 'x'.repeat(room - frame) } }, roomOf())).toBeNull()
        },
      ),
      { numRuns: 50 },
    )
  })

  it('CAPTURE-29 take what they become from the room, and nothing else', () => {
    fc.assert(
      fc.property(
        json,
        fc.array(fc.record({ set: json, setOnce: json, unset: fc.subarray(['a', 'b']) })),
        fc.integer({ min: -100, max: 300 }),
        (stored, changes, limitBytes) => {
          const sizeOf = (properties: KnownProperties) => JSON.stringify(properties.toObject()).length
          const bytesOf = (properties: KnownProperties) =>
            new TextEncoder().encode(JSON.stringify(properties.toObject())).byteLength
          const [properties, room] = [new KnownProperties(stored), roomOf(limitBytes)]
          const before = bytesOf(properties)
          for (const change of changes) {
            const lengthBefore = sizeOf(properties)
            const refusal = properties.apply(change, room)
            expect(bytesOf(properties) - before).toBe(room.addedBytes)
            if (limitBytes < 0) expect(sizeOf(properties)).toBeLessThanOrEqual(Math.max(lengthBefore, before))
            if (refusal?.isPartial === false) expect(sizeOf(properties)).toBe(lengthBefore)
          }
          expect(room.addedBytes).toBeLessThanOrEqual(Math.max(0, limitBytes))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('CAPTURE-29 keep what replaces known properties and what is removed when there is no room', () => {
    const properties = new KnownProperties({ plan: 'team', old: 1, long: 'x' })
    const full = roomOf(0)
    const change = { set: { plan: 'free', fresh: 1 }, setOnce: { first: 1 }, unset: ['old'] }
    expect(properties.apply(change, full)).toMatchObject({ isPartial: true })
    expect(properties.toObject()).toEqual({ plan: 'free', long: 'x' })
    expect(full.dropped).toEqual({ person: 0, project: 2 })
    const longer = new KnownProperties({ plan: 'team', old: 1 })
    expect(longer.apply({ set: { plan: 'x'.repeat(100) }, unset: ['old'] }, roomOf(0))).toMatchObject({
      isPartial: true,
    })
    expect(longer.toObject()).toEqual({ plan: 'team' })
  })

  it('CAPTURE-29 are none of a new person that there is no room for', () => {
    const [properties, room] = [new KnownProperties({}), roomOf(100)]
    expect(properties.apply({ set: {} }, room, 300)).toMatchObject({ isPartial: false })
    expect(properties.apply({ set: { a: 1 } }, room, 300)).toMatchObject({ isPartial: false })
    expect([room.addedBytes, room.dropped.project]).toEqual([0, 2])
    expect(properties.apply({ set: { a: 1 } }, room, 90)).toBeNull()
    expect(room.addedBytes).toBe(90 + '{"a":1}'.length)
  })
  it('CAPTURE-29 PERSON-20 make a person where its row and properties have room, braces included', () => {
    const row = 90
    for (const set of [{}, { a: 1 }, { a: 1, b: 'é' }]) {
      const bytes = row + new TextEncoder().encode(JSON.stringify(set)).byteLength
      for (const missing of [0, 1, 2]) {
        const room = roomOf(bytes - missing)
        const [made, copied] = [new KnownProperties({}), new KnownProperties({})]
        expect(made.apply({ set }, room, row) === null, `${missing} missing`).toBe(missing === 0)
        expect(room.addedBytes).toBe(missing === 0 ? bytes : 0)
        const other = roomOf(bytes - missing)
        copied.bring(new KnownProperties(set), other, row)
        expect(other.addedBytes).toBeLessThanOrEqual(bytes - missing)
      }
    }
  })
})
