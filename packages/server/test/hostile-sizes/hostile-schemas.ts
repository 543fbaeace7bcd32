import type { JsonObject, JsonValue } from '@flagdeck/core'

export interface HostileSchema {
  readonly schema: JsonObject
  /** Nearly as large as the filters of a flag may be (512 KiB). */
  readonly payload: JsonValue
}

const times = <T>(count: number, partAt: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => partAt(at))
const objectOf = <T extends JsonValue>(count: number, entryAt: (at: number) => readonly [string, T]): JsonObject =>
  Object.fromEntries(times(count, entryAt))

const ONES = times(200_000, () => 1)
const TEXTS = times(80_000, () => 'a')
const PROPERTIES = objectOf(40_000, (at) => [`k${at}`, 1])
const NO_TEXT = { anyOf: times(300, () => ({ type: 'string' })) }
const named = (at: number) => at.toString(36)

function doubled(depth: number): JsonObject {
  const twice = (at: number) => ({ anyOf: [{ $ref: `#/$defs/d${at}` }, { $ref: `#/$defs/d${at}` }] })
  return {
    $ref: `#/$defs/d${depth - 1}`,
    $defs: objectOf(depth, (at) => [`d${at}`, at === 0 ? { type: 'null' } : twice(at - 1)]),
  }
}

function oneOfEach(count: number, depth: number): JsonObject {
  return depth === 0 ? { type: 'string' } : { oneOf: times(count, () => oneOfEach(count, depth - 1)) }
}

/** Schemas that need much time or memory for a payload of full size, each for a different reason. */
export const HOSTILE_SCHEMAS: Readonly<Record<string, HostileSchema>> = {
  'an error for each item and branch': { schema: { items: NO_TEXT }, payload: ONES },
  'a last branch that is valid': {
    schema: { items: { anyOf: [...NO_TEXT.anyOf, { type: 'number' }] } },
    payload: ONES,
  },
  'no item that it contains': { schema: { contains: NO_TEXT }, payload: ONES },
  'an item that it must not contain': { schema: { not: { contains: NO_TEXT } }, payload: ONES },
  'more items than there are': { schema: { contains: { type: 'number' }, minContains: 1e9 }, payload: ONES },
  'a condition on each item': { schema: { items: { if: NO_TEXT, else: { not: NO_TEXT } } }, payload: ONES },
  'one of many of many': { schema: { contains: oneOfEach(25, 2) }, payload: ONES },
  'many types of each item': { schema: { items: { allOf: times(800, () => ({ type: 'number' })) } }, payload: ONES },
  'many references of each item': {
    schema: { $defs: { a: { type: 'number' } }, items: { allOf: times(600, () => ({ $ref: '#/$defs/a' })) } },
    payload: ONES,
  },
  'many names that each item lacks': {
    schema: { contains: { required: times(1500, named) } },
    payload: times(100_000, () => ({})),
  },
  'many divisions': { schema: { items: { allOf: times(500, () => ({ multipleOf: 0.1 })) } }, payload: ONES },
  'the same text many times': { schema: { allOf: times(900, () => ({ minLength: 1 })) }, payload: 'a'.repeat(500_000) },
  'items that differ': { schema: { uniqueItems: true }, payload: times(70_000, (at) => at) },
  'objects that differ': { schema: { uniqueItems: true }, payload: times(30_000, (at) => ({ a: at })) },
  'long lists that differ at their end': {
    schema: { allOf: times(500, () => ({ uniqueItems: true })) },
    payload: times(500, (at) => [...times(400, () => 7), at]),
  },
  'values that differ at their end': {
    schema: { items: { enum: times(150, (at) => ({ a: times(10, (n) => n), b: at })) } },
    payload: times(10_000, () => ({ a: times(10, (n) => n), b: 149 })),
  },
  'the same properties many times': {
    schema: { anyOf: times(500, () => ({ additionalProperties: false })) },
    payload: PROPERTIES,
  },
  'many counts of properties': { schema: { allOf: times(800, () => ({ maxProperties: 1 })) }, payload: PROPERTIES },
  'many patterns of names': {
    schema: { patternProperties: objectOf(400, (at) => [`^x${at}`, { type: 'null' }]) },
    payload: PROPERTIES,
  },
  'names that are evaluated many times': {
    schema: { allOf: times(300, () => ({ patternProperties: { '^k': true } })), unevaluatedProperties: false },
    payload: PROPERTIES,
  },
  'schemas that depend on names': {
    schema: { dependentSchemas: objectOf(400, (at) => [`k${at}`, { maxProperties: 1e9 }]) },
    payload: PROPERTIES,
  },
  'a long name in many paths': { schema: { additionalProperties: NO_TEXT }, payload: { ['~'.repeat(450_000)]: 1 } },
  'a long name in many references': {
    schema: {
      $defs: { a: { type: 'string' } },
      additionalProperties: { anyOf: times(500, () => ({ $ref: '#/$defs/a' })) },
    },
    payload: { ['~'.repeat(450_000)]: 1 },
  },
  'a pattern that backtracks': {
    schema: { items: { pattern: '^(a+)+$' } },
    payload: times(9000, () => `${'a'.repeat(40)}b`),
  },
  'a pattern on a long text': { schema: { pattern: '(x+x+)+y' }, payload: 'x'.repeat(500_000) },
  'a pattern on many texts': { schema: { items: { pattern: '^(b|c)*a?$' } }, payload: TEXTS },
  'many patterns': { schema: { allOf: times(500, (at) => ({ pattern: `a{20}${at}` })) }, payload: 'a'.repeat(1000) },
  'twice the same, 40 deep': { schema: doubled(40), payload: 1 },
  'itself beside many others': {
    schema: { anyOf: [...times(500, () => ({ type: 'null' })), { $ref: '#' }] },
    payload: 1,
  },
  'itself for each item': {
    schema: { $dynamicAnchor: 'x', anyOf: [{ type: 'null' }, { items: { $dynamicRef: '#x' } }, { type: 'number' }] },
    payload: times(80_000, () => [1]),
  },
}
