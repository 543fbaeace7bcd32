import { expect, it } from 'vitest'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { typeOfSchema } from './type-of-schema.ts'

it.each<[JsonObject, string]>([
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ const: 'a "b"' }, '"a \\"b\\""'],
  [{ enum: ['s', 1, null, { a: 1 }] }, '"s" | 1 | null | { "a": number }'],
  [{ type: 'array', items: { type: 'string' } }, 'Array<string>'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, 'Array<unknown>'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [
    { type: 'object', properties: { b: { type: 'string' }, a: { type: 'integer' } }, required: ['a'] },
    '{ "a": number; "b"?: string }',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
  [{ oneOf: [{ type: 'string' }, {}] }, 'unknown'],
  [
    { allOf: [{ type: 'object' }, { type: 'object', properties: { a: {} } }] },
    '(Record<string, unknown>) & ({ "a"?: unknown })',
  ],
  [{ $ref: '#/$defs/size', $defs: { size: { enum: ['s', 'm'] } } }, '"s" | "m"'],
  [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'null' } } }, 'null'],
  [{ $ref: 'https://flags.test/elsewhere' }, 'unknown'],
  [{ type: 'array', items: { $ref: '#' } }, 'Array<unknown>'],
  [{ properties: { a: { type: 'string' } } }, 'unknown'],
])('TYPES-20 of the schema %j is %s', (schema, type) => {
  expect(typeOfSchema(schema)).toBe(type)
})

it('TYPES-20 comes to an end where references name the same again and again', () => {
  const twice = (index: number) => ({
    type: 'object',
    properties: { a: { $ref: `#/$defs/${index}` }, b: { $ref: `#/$defs/${index}` } },
  })
  const defs = Array.from({ length: 60 }, (_, index) => [String(index), twice(index + 1)])
  expect(typeOfSchema({ $ref: '#/$defs/0', $defs: Object.fromEntries(defs) }).length).toBeLessThan(100_000)
})
