import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createApplication } from '../application.ts'
import { endpoint } from '../endpoint.ts'
import { MAX_CONTAINERS, MAX_JSON_DEPTH, MAX_NAMES, MAX_OBJECT_KEYS, MAX_TEXTS } from '../json/json-bounds.ts'
import { type PlainRequestOptions, plainRequest } from '../plain-request.ts'
import { handle } from '../routing/route.ts'

const echo = endpoint({
  method: 'POST',
  path: '/echo',
  operationId: 'echo',
  summary: 'Answers what it got',
  tag: 'test',
  auth: 'public',
  body: z.looseObject({}),
  maxBodyBytes: 4096,
  output: z.unknown(),
})
const free = endpoint({ ...echo, path: '/free', operationId: 'free', body: z.object({ filters: z.unknown() }) })
/** A body with a list, documents and text. Any content is accepted here, because core validates it. */
const typedBody = z.unknown().meta({
  type: 'object',
  properties: {
    tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    filters: { $ref: '#/components/schemas/Filters' },
    anything: {},
    note: { type: ['string', 'null'] },
  },
})
const typed = endpoint({ ...echo, path: '/typed', operationId: 'typed', body: typedBody })
const large = endpoint({ ...echo, path: '/large', operationId: 'large', maxBodyBytes: 65_536 })
const many = endpoint({ ...echo, path: '/many', operationId: 'many', maxBodyBytes: 1_000_000 })
const raw = endpoint({ ...echo, path: '/raw', operationId: 'raw', body: 'raw' })

const application = createApplication({
  routes: [
    handle(echo, ({ body }) => body),
    handle(typed, ({ body }) => body),
    handle(large, ({ body }) => body),
    handle(many, () => ({})),
    handle(free, ({ body }) => body.filters),
    handle(raw, ({ body }) => (body instanceof Uint8Array ? new TextDecoder().decode(body) : body)),
  ],
  authenticate: () => ({}),
})

async function post(options: PlainRequestOptions, path = '/echo') {
  const { status, body } = await application.handle(plainRequest('POST', path, options))
  return { status, json: JSON.parse(String(body)) }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const json = (body: string | Uint8Array) => post({ body, headers: JSON_TYPE })

test('HTTP-12 reads JSON, also without a content type, with a charset, and in JSON formats of other names', async () => {
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json']) {
    expect(await post({ body: '{"a":1}', headers: { 'content-type': type } })).toEqual({ status: 200, json: { a: 1 } })
  }
  expect(await post({ body: '{"a":1}' })).toEqual({ status: 200, json: { a: 1 } })
})

test('HTTP-12 reads a form', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  expect((await post({ headers, body: 'key=a%20b&name=%C3%A9+x' })).json).toEqual({ key: 'a b', name: 'é x' })
})

test('HTTP-12 reads what a form says where the endpoint takes no text', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const read = async (body: string) => (await post({ headers, body }, '/typed')).json
  expect(await read('tags=a&tags=b')).toEqual({ tags: ['a', 'b'] })
  expect(await read('tags=a&note=one&note=two')).toEqual({ tags: ['a'], note: 'two' })
  expect(await read('tags=["a","b"]')).toEqual({ tags: ['a', 'b'] })
  expect(await read('filters={"groups":[{}]}')).toEqual({ filters: { groups: [{}] } })
  expect(await read('anything=+[1]+&note={"a":1}')).toEqual({ anything: [1], note: '{"a":1}' })
  // Text that is not JSON, or too deep, stays text, and the endpoint refuses it with the name of the field.
  expect(await read('filters={"groups&anything=x')).toEqual({ filters: '{"groups', anything: 'x' })
  expect(await read(`filters=${'['.repeat(65)}${']'.repeat(65)}`)).toEqual({ filters: expect.any(String) })
  expect(await read('constructor={}&unknown={}&unknown=2')).toEqual({ constructor: '{}', unknown: '2' })
})

test('HTTP-12 reads a form that the host has parsed', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const parsed = { tags: ['a', 'b'], filters: '{"groups":[]}', note: ['one', 'two'] }
  const { json: read } = await post({ headers, parsed }, '/typed')
  expect(read).toEqual({ tags: ['a', 'b'], filters: { groups: [] }, note: 'two' })
})

test('HTTP-12 reads JSON that is called a form, as curl calls what it is given with -d', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await post({ headers, body: ' \n{"active": false}' })).json).toEqual({ active: false })
  expect((await post({ headers, body: '{"tags": ["[1]"]}' }, '/typed')).json).toEqual({ tags: ['[1]'] })
  expect(await post({ headers, body: '{"active": fals' })).toMatchObject({ status: 400, json: { code: 'parse_error' } })
  expect((await post({ headers, body: '%7Ba%7D=1' })).json).toEqual({ '{a}': '1' })
})

test('HTTP-12 refuses a form of more than 1,000 fields before it is taken apart', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = (fields: number) => Array.from({ length: fields }, (_, at) => `f${at}=${at}`).join('&')
  expect(Object.keys((await post({ headers, body: form(350) })).json)).toHaveLength(350)
  expect((await post({ headers, body: '&'.repeat(999) })).status).toBe(200)
  for (const body of [form(1001), '&'.repeat(1000), 'a&'.repeat(2000)]) {
    const { status, json: refusal } = await post({ headers, body }, '/large')
    expect([status, refusal.code, refusal.attr]).toEqual([400, 'invalid_input', null])
  }
})

test('HTTP-12 takes no body for an empty object, whatever the content type says', async () => {
  expect(await post({})).toEqual({ status: 200, json: {} })
  expect(await post({ headers: { 'content-type': 'text/plain' } })).toEqual({ status: 200, json: {} })
  expect(await post({ headers: JSON_TYPE, body: '' })).toEqual({ status: 200, json: {} })
})

test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense'])(
  'HTTP-12 refuses the media type %s',
  async (type) => {
    expect(await post({ body: '{}', headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      json: { type: 'invalid_request', code: 'unsupported_media_type', attr: null },
    })
  },
)

test.each([
  ['"text"', 'str'],
  ['[]', 'list'],
  ['1', 'int'],
  ['1.5', 'float'],
  ['true', 'bool'],
  ['null', 'NoneType'],
])('HTTP-12 refuses %s, which is no object', async (body, name) => {
  expect(await json(body)).toEqual({
    status: 400,
    json: {
      type: 'validation_error',
      code: 'invalid_input',
      detail: `Invalid data. Expected a dictionary, but got ${name}.`,
      attr: null,
    },
  })
})

test('HTTP-12 takes over what the host program has parsed', async () => {
  expect((await post({ parsed: { a: 1 } })).json).toEqual({ a: 1 })
  expect((await post({ parsed: [1] })).json).toMatchObject({ code: 'invalid_input' })
  expect((await post({ parsed: null })).json).toMatchObject({ code: 'invalid_input' })
})

test('HTTP-12 hands the handler the raw body where the endpoint asks for it', async () => {
  expect((await post({ body: 'anything', headers: { 'content-type': 'text/plain' } }, '/raw')).json).toBe('anything')
  expect((await post({ parsed: [1] }, '/raw')).json).toEqual({ parsed: [1] })
})

test('HTTP-13 refuses a body over the limit of its endpoint', async () => {
  const body = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`
  expect(await json(body(4096))).toMatchObject({ status: 200 })
  expect(await json(body(4097))).toMatchObject({
    status: 413,
    json: { type: 'invalid_request', code: 'request_entity_too_large', attr: null },
  })
})

const nested = (depth: number, open = '[', close = ']') => `{"a":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`

test('HTTP-14 refuses JSON that nests too deep', async () => {
  expect(await json(nested(MAX_JSON_DEPTH))).toMatchObject({ status: 200 })
  expect(await json(nested(MAX_JSON_DEPTH + 1))).toMatchObject({ status: 400, json: { code: 'parse_error' } })
  expect(await json('{"a":'.repeat(800))).toMatchObject({ status: 400, json: { code: 'parse_error' } })
  expect(await json('['.repeat(4000))).toMatchObject({ status: 400, json: { code: 'parse_error' } })
})

test('HTTP-14 refuses an object of more than 10,000 keys, however many there are in all', async () => {
  const object = (keys: number, of = '') => `{${Array.from({ length: keys }, (_, at) => `"${of}${at}":":"`).join()}}`
  const large = async (text: string) => (await post({ body: `{"a":${text}}`, headers: JSON_TYPE }, '/many')).status
  expect(await large(object(MAX_OBJECT_KEYS))).toBe(200)
  expect(await large(object(MAX_OBJECT_KEYS + 1))).toBe(400)
  expect(await large(`[${object(9000)},${object(9000, 'k')}]`)).toBe(200)
  expect(await large(`[{"b":[]},${object(MAX_OBJECT_KEYS + 1)}]`)).toBe(400)
})

test('HTTP-14 refuses more lists and objects, or more different keys, than a parser makes in a moment', async () => {
  const large = async (text: string) => (await post({ body: `{"a":${text}}`, headers: JSON_TYPE }, '/many')).status
  const list = (count: number, item: (at: number) => string) =>
    `[${Array.from({ length: count }, (_, at) => item(at))}]`
  expect(await large(list(MAX_CONTAINERS - 2, () => '[]'))).toBe(200)
  expect(await large(list(MAX_CONTAINERS - 1, () => '[]'))).toBe(400)
  // Repeated names are limited only by size, whatever is between a name and its colon.
  expect(await large(list(37_000, (at) => `{"k${at % 100}" \n:"k${at}"}`))).toBe(200)
  expect(await large(list(MAX_NAMES - 500, (at) => `{"k${at}":1}`))).toBe(200)
  expect(await large(list(MAX_NAMES + 1000, (at) => `{"k${at}":1}`))).toBe(400)
})

test('HTTP-14 refuses more texts, of values and of keys together, than a parser makes in a moment', async () => {
  const large = async (text: string) => (await post({ body: `{"a":${text}}`, headers: JSON_TYPE }, '/many')).status
  const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item)}]`
  expect(await large(list(MAX_TEXTS - 1, '"\\\\"'))).toBe(200)
  expect(await large(list(MAX_TEXTS, '"b"'))).toBe(400)
  expect(await large(list((MAX_TEXTS - 3) / 3, '{"b":"c","d":1}'))).toBe(200)
  expect(await large(list(MAX_TEXTS / 3, '{"b":"c","d":1}'))).toBe(400)
})

test('HTTP-14 counts no brackets in texts', async () => {
  const text = '[{'.repeat(100)
  expect(await json(JSON.stringify({ a: `"${text}\\"${text}`, b: '\\' }))).toMatchObject({ status: 200 })
  expect(await json(JSON.stringify({ [`${text}\\`]: nested(60) }))).toMatchObject({ status: 200 })
})

test('HTTP-14 agrees with a recursive count of the depth', async () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 55, max: 70 }), async (value, wraps) => {
      let wrapped: unknown = value
      for (let at = 0; at < wraps; at++) wrapped = at % 2 === 0 ? [wrapped, ']'] : { '}"': wrapped }
      const { status } = await json(JSON.stringify({ wrapped }))
      expect(status).toBe(
        JSON.stringify({ wrapped }).length > 4096 ? 413 : depthOf({ wrapped }) > MAX_JSON_DEPTH ? 400 : 200,
      )
    }),
    { numRuns: 200 },
  )
})

test.each(['{', '{"a"}', "{'secret': 1}", 'secret', '{"secret": sesame}', '{"a":1}trailing-secret', '\u0000secret'])(
  'HTTP-14 refuses %j as JSON without repeating it',
  async (body) => {
    const { status, json: problem } = await json(body)
    expect(status).toBe(400)
    expect(problem).toMatchObject({ type: 'invalid_request', code: 'parse_error', attr: null })
    expect(problem.detail).toMatch(/^JSON parse error - (invalid JSON at position \d+|the text is not valid JSON)$/)
  },
)

test('HTTP-14 refuses text that is not UTF-8', async () => {
  expect(await json(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toMatchObject({
    status: 400,
    json: { code: 'parse_error', detail: 'JSON parse error - the text is not valid UTF-8' },
  })
})

test('HTTP-15 keeps keys such as __proto__ as data', async () => {
  const body = '{"filters":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}'
  const response = await application.handle(plainRequest('POST', '/free', { body, headers: JSON_TYPE }))
  expect(response.body).toBe('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  const form = { body: '__proto__=x&filters=y', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await post(form, '/free')).json).toBe('y')
  expect('polluted' in {}).toBe(false)
})
