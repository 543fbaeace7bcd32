import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { REDACTED_PAYLOAD } from '../../../runtime/secrets/payload-cipher.ts'
import { testDeck } from '../../../testing/test-deck.ts'

const STEPS = { type: 'object', properties: { steps: { type: 'integer' } }, required: ['steps'] }
const EVERYBODY = [{ rollout_percentage: 100 }]

async function deckWithSchema(payloadSchema: JsonObject = STEPS) {
  const world = await testDeck({ encryptionKey: new Uint8Array(32).fill(7) })
  const create = (payload: unknown, more = {}) =>
    world.flags.create({
      key: 'pages',
      payloadSchema,
      filters: { groups: EVERYBODY, payloads: { true: JSON.stringify(payload) } },
      ...more,
    })
  return { ...world, create }
}

function breaking(problem: string, key = 'true') {
  return {
    attr: 'filters',
    code: 'payload_breaks_schema',
    message: `payloads.${key}: The payload for key '${key}' does not match payload_schema: ${problem}.`,
  }
}

describe('FLAG-120 the schema of payloads', () => {
  it('is kept as it was sent, told in the activity, and taken away by null', async () => {
    const { flags, create } = await deckWithSchema()
    const { id } = await create({ steps: 1 })
    expect((await flags.get(id)).payloadSchema).toEqual(STEPS)
    expect((await flags.update(id, { payloadSchema: null })).payloadSchema).toBeNull()
    const [{ detail } = { detail: undefined }] = (await flags.activity(id)).items
    expect(detail?.changes).toContainEqual(
      expect.objectContaining({ field: 'payloadSchema', before: STEPS, after: null }),
    )
  })

  it.each([
    [
      'a type that there is not',
      { properties: { a: { type: 'text' } } },
      '/properties/a/type must be equal to one of the allowed values',
    ],
    ['what is nowhere', { $ref: '#/$defs/nowhere' }, "can't resolve reference #/$defs/nowhere from id #"],
    [
      'a document elsewhere',
      { $ref: 'http://localhost/schema' },
      "can't resolve reference http://localhost/schema from id #",
    ],
    [
      'a draft that is unknown',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      'no schema with key or ref "http://json-schema.org/draft-04/schema#"',
    ],
    [
      'a draft by a part of it',
      { $schema: 'https://json-schema.org/./draft/2020-12/schema#/properties/definitions' },
      'no schema with key or ref "https://json-schema.org/./draft/2020-12/schema#/properties/definitions"',
    ],
    ['a pattern that is none', { pattern: '(' }, 'the pattern ( is not in RE2 syntax'],
    ['a pattern that looks ahead', { pattern: '^(?=a)' }, 'the pattern ^(?=a) is not in RE2 syntax'],
    ['promises', { $async: true }, '$async is not supported'],
  ])('is refused with %s, and nothing is written', async (_, schema, reason) => {
    const { flags, create } = await deckWithSchema(schema)
    await expect(create({ steps: 1 })).rejects.toMatchObject({
      kind: 'validation',
      attr: 'payloadSchema',
      message: `This JSON Schema cannot be used: ${reason}.`,
    })
    expect(await flags.find('pages')).toBeUndefined()
  })

  it('is an object of at most 16,384 characters', async () => {
    const { create } = await deckWithSchema({ description: 'x'.repeat(16_384) })
    await expect(create({})).rejects.toMatchObject({ attr: 'payloadSchema', code: 'max_length' })
  })

  it('may be of draft-07, where tuples are called items', async () => {
    const { create } = await deckWithSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
    })
    await expect(create([1])).rejects.toMatchObject(breaking('/0 must be string'))
  })

  it('takes items that `contains` has looked at for evaluated', async () => {
    const { create } = await deckWithSchema({ contains: { type: 'string' }, unevaluatedItems: false })
    await create(['text'])
  })

  it('runs no code that a schema names', async () => {
    const { create } = await deckWithSchema({ $id: 'a*/throw new Error("from the schema")/*', type: 'string' })
    await create('text')
  })

  it('says nothing to schemas of others by what it names', async () => {
    const named = (type: string) => ({ $id: 'https://flags.test/a', $defs: { b: { $id: 'b', type } }, $ref: 'b' })
    const { create, flags } = await deckWithSchema(named('string'))
    await create('text')
    const filters = { groups: EVERYBODY, payloads: { true: 5 } }
    await flags.create({ key: 'other', payloadSchema: named('integer'), filters })
  })
})

describe('FLAG-121 payloads that break their schema', () => {
  it.each([
    [{ steps: 'two' }, STEPS, '/steps must be integer'],
    [{}, STEPS, "it must have required property 'steps'"],
    [{ b: 1 }, { additionalProperties: false }, 'it must NOT have additional properties: b'],
    [
      { size: ['m', 'xs'] },
      { properties: { size: { items: { enum: ['s', 'm'] } } } },
      '/size/1 must be equal to one of the allowed values: ["s","m"]',
    ],
    [[1, 2], { contains: { type: 'string' } }, 'it must contain at least 1 valid item(s)'],
    [
      { sizes: [1] },
      { properties: { sizes: { contains: { $ref: '#/$defs/size' } } }, $defs: { size: { type: 'string' } } },
      '/sizes must contain at least 1 valid item(s)',
    ],
    [[1], { items: { type: 'string' }, contains: { type: 'boolean' } }, '/0 must be string'],
    [['a', 'b', 'a'], { uniqueItems: true }, 'it must NOT have duplicate items (items ## 0 and 2 are identical)'],
    [
      [{ a: 1, b: [2] }, '{"a":1,"b":[2]}', { b: [2], a: 1 }],
      { uniqueItems: true },
      'it must NOT have duplicate items (items ## 0 and 2 are identical)',
    ],
    ['a'.repeat(51).concat('b'), { pattern: '^(a+)+$' }, 'it must match pattern "^(a+)+$"'],
    [{ 'a/b~c': 1 }, { additionalProperties: { type: 'string' } }, '/a~1b~0c must be string'],
    [
      { sizes: { m: 1, l: 'two' } },
      { properties: { sizes: { additionalProperties: { $ref: '#/$defs/n' } } }, $defs: { n: { type: 'integer' } } },
      '/sizes/l must be integer',
    ],
    [[1, 2], { anyOf: [{ type: 'string' }, { items: { type: 'boolean' } }] }, 'it must be string'],
    [[1, 2], { not: { items: { type: 'integer' } } }, 'it must NOT be valid'],
    [
      { a: 1, 'for(;;){': 'x' },
      { properties: { a: { type: 'integer' } }, unevaluatedProperties: { type: 'integer' } },
      '/for(;;){ must be integer',
    ],
    [
      [1],
      { $schema: 'http://json-schema.org/draft-07/schema#', contains: { type: 'string' } },
      'it must contain at least 1 valid item(s)',
    ],
  ])('are refused: %j', async (payload, schema, problem) => {
    const { flags, create } = await deckWithSchema(schema)
    await expect(create(payload)).rejects.toMatchObject(breaking(problem))
    expect(await flags.find('pages')).toBeUndefined()
  })

  it('are refused when they change, by variant, and when the schema does', async () => {
    const { flags, create } = await deckWithSchema()
    const variants = ['a', 'b'].map((key) => ({ key, rollout_percentage: 50 }))
    const payloads = { a: { steps: 1 }, b: { steps: 2 } }
    const { id } = await create(null, { filters: { groups: EVERYBODY, multivariate: { variants }, payloads } })
    await expect(flags.update(id, { filters: { payloads: { ...payloads, b: [] } } })).rejects.toMatchObject(
      breaking('it must be object', 'b'),
    )
    await expect(flags.update(id, { payloadSchema: { type: 'string' } })).rejects.toMatchObject(
      breaking('it must be string', 'a'),
    )
    expect(await flags.get(id)).toMatchObject({ version: 1, payloadSchema: STEPS })
  })

  it('stay as they are while neither changes', async () => {
    const { flags, create, store } = await deckWithSchema()
    const { id } = await create({ steps: 1 })
    const row = await store.read((tx) => tx.flags.find(1, id))
    expect(row?.payloadSchema).toEqual(STEPS)
    expect(await flags.update(id, { name: 'Pages' })).toMatchObject({ name: 'Pages', version: 2 })
  })

  it('are refused by a restore to a version that had them', async () => {
    const { flags, create } = await deckWithSchema()
    const { id } = await create({ steps: 1 })
    await flags.update(id, { payloadSchema: null, filters: { payloads: { true: '"text"' } } })
    await flags.update(id, { payloadSchema: { type: ['string', 'object'] } })
    expect(await flags.restore(id, 1)).toMatchObject({ version: 4, payloadSchema: STEPS })
    expect(await flags.restore(id, 3)).toMatchObject({
      version: 5,
      payloadSchema: { type: ['string', 'object'] },
    })
  })

  it('are checked before they are encrypted, and once more when the schema changes', async () => {
    const { flags, create } = await deckWithSchema()
    const secret = { isRemoteConfiguration: true, hasEncryptedPayloads: true }
    await expect(create({ steps: 'two' }, secret)).rejects.toMatchObject(breaking('/steps must be integer'))
    const { id } = await create({ steps: 1 }, secret)
    await flags.update(id, { filters: { payloads: { true: REDACTED_PAYLOAD } }, payloadSchema: { type: 'object' } })
    await expect(
      flags.update(id, { filters: { payloads: { true: REDACTED_PAYLOAD } }, payloadSchema: { type: 'string' } }),
    ).rejects.toMatchObject(breaking('it must be string'))
  })
})

describe('FLAG-122 a schema that would take long', () => {
  const doubled = (depth: number) => {
    const twice = (index: number) => ({ anyOf: [{ $ref: `#/$defs/d${index}` }, { $ref: `#/$defs/d${index}` }] })
    const defs = Array.from({ length: depth }, (_, index) => [
      `d${index}`,
      index === 0 ? { type: 'null' } : twice(index - 1),
    ])
    return { $ref: `#/$defs/d${depth - 1}`, $defs: Object.fromEntries(defs) }
  }
  const nested = (depth: number): JsonObject => (depth === 0 ? { type: 'string' } : { not: nested(depth - 1) })

  it.each([
    ['asks twice the same, 40 deep', doubled(40), 1],
    ['has patterns that are too large together', { allOf: Array(200).fill({ pattern: 'a{300}' }) }, 'a'],
    ['has a pattern for a long text', { pattern: '^(a|b|c|d|e)*f$' }, 'a'.repeat(100_000)],
    ['calls itself without an end', { $ref: '#' }, 1],
  ])('because it %s is refused', async (_, schema, payload) => {
    const { create } = await deckWithSchema(schema)
    await expect(create(payload)).rejects.toMatchObject({
      attr: 'payloadSchema',
      message: expect.stringMatching(
        /^This JSON Schema cannot be used: (compiling it or validating one payload takes too much work|compiling it or validating one payload takes more than 40 ms|Maximum call stack)/,
      ),
    })
  })

  it('because it is nested deeply is compiled or refused', async () => {
    const { create, flags } = await deckWithSchema(nested(2000))
    const refused = await create('text').then(
      () => undefined,
      (error: { attr?: string }) => error.attr,
    )
    expect([undefined, 'payloadSchema']).toContain(refused)
    expect((await flags.list()).count).toBe(refused ? 0 : 1)
  })
})
