import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  record,
  tuple,
  uniqueArray,
} from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { payloadProblems } from './payload-problems.ts'

const NAMES = constantFrom('a', 'b', 'a/~b', 'errors', '__proto__')
const scalar = oneof(integer({ min: 0, max: 3 }), constantFrom<JsonValue>('', 'a', 'ab', true, null))

const { value } = letrec<{ value: JsonValue }>((tie) => ({
  value: oneof(
    { depthSize: 'small' },
    scalar,
    array(tie('value'), { maxLength: 4 }),
    dictionary(NAMES, tie('value'), { maxKeys: 3 }),
  ),
}))

const count = integer({ min: 0, max: 3 })
const names = uniqueArray(NAMES, { maxLength: 2 })

/** Generates every keyword whose code differs from that of ajv, and those that combine schemas. */
const { schema } = letrec<{ schema: JsonObject | boolean }>((tie) => {
  const some = array(tie('schema'), { minLength: 1, maxLength: 3 })
  const one = tie('schema')
  const keyword = oneof(
    record({ type: constantFrom('string', 'integer', 'array', 'object', 'null') }),
    record({ enum: uniqueArray(value, { minLength: 1, maxLength: 3, selector: (part) => JSON.stringify(part) }) }),
    record({ const: value }),
    record({ minLength: count, maxLength: count }),
    record({ pattern: constantFrom('^a', 'b$') }),
    record({ uniqueItems: constant(true) }),
    record({ minProperties: count }),
    record({ required: names }),
    record({ items: one }),
    record({ prefixItems: some, items: one }),
    record({ contains: one, minContains: count }),
    record({ contains: one, unevaluatedItems: one }),
    record({ properties: dictionary(NAMES, one, { maxKeys: 2 }), additionalProperties: one }),
    record({ patternProperties: dictionary(constantFrom('^a', 'b'), one, { maxKeys: 2 }), unevaluatedProperties: one }),
    record({ propertyNames: one }),
    record({ dependentSchemas: dictionary(NAMES, one, { maxKeys: 2 }) }),
    record({ allOf: some, unevaluatedProperties: one }),
    record({ anyOf: some }),
    record({ oneOf: some }),
    record({ not: one }),
    tuple(one, one, one).map((parts) =>
      Object.fromEntries(parts.map((part, at) => [['if', 'then', 'else'][at], part])),
    ),
    constant({ $ref: '#/$defs/named' }),
  )
  // A schema that is parsed from JSON has the prototype of an object.
  const combined = array(keyword, { minLength: 1, maxLength: 2 }).map(
    (parts): JsonObject => JSON.parse(JSON.stringify(Object.assign({}, ...parts))),
  )
  return { schema: oneof({ depthSize: 'small' }, constantFrom(true, false), combined) }
})

it('FLAG-121 the meter does not change which payloads are valid', async () => {
  const objects = schema.filter((part): part is JsonObject => typeof part === 'object')
  const schemas: Arbitrary<JsonObject> = record({ named: schema, main: objects }).map(({ named, main }) => ({
    ...main,
    $defs: { named },
  }))
  await assert(
    asyncProperty(schemas, array(value, { minLength: 1, maxLength: 4 }), async (drawn, values) => {
      const plain = new Ajv2020({ strict: false, logger: false })
      const isValid = plain.compile(drawn)
      const payloads = new Map(values.map((part, at) => [`${at}`, JSON.stringify(part)]))
      let expected: number[]
      try {
        expected = values.flatMap((part, at) => (isValid(part) ? [] : [at]))
      } catch {
        // The schema references itself.
        return
      }
      const problems = await payloadProblems(drawn, payloads)
      expect('payloads' in problems ? [...problems.payloads.keys()] : problems.schema).toEqual(expected.map(String))
    }),
  )
})
