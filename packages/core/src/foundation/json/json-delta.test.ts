import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, deltaBetween, type JsonDelta } from './json-delta.ts'
import { type JsonValue, jsonEquals, MAX_JSON_DEPTH } from './json-value.ts'

/** Keys with a special meaning in JavaScript or in a delta. */
const key = fc.constantFrom('', 'a', 'b', 'set', 'keys', 'drop', 'at', 'put', '__proto__', 'constructor')

/** Documents with few keys and items, so that two of them are often partly equal. */
const { alike } = fc.letrec<{ alike: JsonValue }>((tie) => ({
  alike: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(0, null, '', 'a', true, [], {}),
    fc.array(tie('alike'), { maxLength: 5 }),
    fc.dictionary(key, tie('alike'), { maxKeys: 4 }),
  ),
}))

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>

/** Returns the delta as a store returns it. */
function kept(delta: JsonDelta | null): JsonDelta | null {
  return JSON.parse(JSON.stringify(delta))
}

function expectToBeMade(before: JsonValue, after: JsonValue): void {
  const made = applyDelta(before, kept(deltaBetween(before, after)))
  expect(jsonEquals(made, after), JSON.stringify({ before, after, made })).toBe(true)
}

describe('the difference between two documents', () => {
  it('HIST-1 makes the one into the other, whatever they say', () => {
    fc.assert(fc.property(alike, alike, expectToBeMade), { numRuns: 2000 })
    fc.assert(fc.property(json, json, expectToBeMade))
  })

  it('HIST-1 is null between documents that say the same, and only between those', () => {
    fc.assert(
      fc.property(alike, alike, (before, after) => {
        expect(deltaBetween(before, after) === null).toBe(jsonEquals(before, after))
        expect(deltaBetween(before, structuredClone(before))).toBeNull()
      }),
    )
  })

  it('HIST-1 leaves what it is applied to as it was', () => {
    fc.assert(
      fc.property(alike, alike, (before, after) => {
        const text = JSON.stringify(before)
        applyDelta(before, deltaBetween(before, after))
        expect(JSON.stringify(before)).toBe(text)
      }),
    )
  })

  it('HIST-2 makes the same of what is changed itself, and nothing else is', () => {
    fc.assert(
      fc.property(alike, alike, alike, (first, second, third) => {
        const deltas = [deltaBetween(first, second), deltaBetween(second, third)].map(kept)
        const text = JSON.stringify([first, deltas])
        const ours = new WeakSet<object>()
        const made = deltas.reduce<JsonValue>((value, delta) => applyDelta(value, delta, ours), first)
        expect(JSON.stringify([first, deltas])).toBe(text)
        expect(jsonEquals(made, third), JSON.stringify({ first, second, third, made })).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('HIST-1 keeps keys such as __proto__ keys', () => {
    const before = JSON.parse('{"__proto__":{"a":1},"constructor":1}')
    const after = JSON.parse('{"__proto__":{"a":2},"hasOwnProperty":3}')
    const made = applyDelta(before, kept(deltaBetween(before, after)))
    expect(JSON.stringify(made)).toBe('{"__proto__":{"a":2},"hasOwnProperty":3}')
  })

  it.each<[string, (groups: JsonValue[]) => JsonValue[], number]>([
    ['one item changes', (groups) => groups.with(500, { rollout_percentage: 5, properties: groups[500] ?? null }), 200],
    ['one field of an item changes', (groups) => groups.with(500, { ...Object(groups[500]), variant: 'b' }), 100],
    ['one item is put in', (groups) => groups.toSpliced(500, 0, { rollout_percentage: 5 }), 100],
    ['one item goes', (groups) => groups.toSpliced(500, 1), 100],
  ])('HIST-1 is small in a large document when %s', (_, change, most) => {
    const groups = Array.from({ length: 1000 }, (_, n) => ({ rollout_percentage: n % 100, variant: 'a', sort_key: n }))
    const [before, after]: JsonValue[] = [{ groups }, { groups: change(groups) }]
    expect(JSON.stringify(deltaBetween(before ?? null, after ?? null)).length).toBeLessThan(most)
    expect(JSON.stringify(deltaBetween(after ?? null, before ?? null)).length).toBeLessThan(200)
  })

  it('HIST-1 is found at once between documents that are as deep as they get', () => {
    const nested = (leaf: JsonValue, depth: number): JsonValue =>
      depth === 0 ? leaf : [nested(leaf, depth - 1), ...(depth % 2 ? [leaf] : [])]
    expectToBeMade(nested('a', MAX_JSON_DEPTH), nested('b', MAX_JSON_DEPTH))
    expectToBeMade(nested('a', MAX_JSON_DEPTH), nested('b', MAX_JSON_DEPTH - 1))
  })

  it('HIST-1 may be a list of any length', () => {
    const items = Array.from({ length: 300_000 }, (_, n) => n)
    expectToBeMade([-1], items)
    expectToBeMade(items, [])
  })
})
