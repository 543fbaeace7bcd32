import { DomainError, type ErrorCode, StoreUnavailable } from '@flagdeck/core'
import { invalidInput, notFound, permissionDenied, violation } from '@flagdeck/core/operations'
import { SerializationFailure, UniqueViolation } from '@flagdeck/core/store'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createApplication } from './application.ts'
import { endpoint } from './endpoint.ts'
import { plainRequest } from './plain-request.ts'
import { replyRaw } from './reply.ts'
import { RequestError } from './request-error.ts'
import { handle } from './routing/route.ts'
import type { ErrorEvent } from './routing/run-route.ts'
import { Throttled } from './throttled.ts'

const thing = endpoint({
  method: 'POST',
  path: '/things/{id}',
  operationId: 'thing',
  summary: 'A thing',
  tag: 'test',
  auth: 'personal_api_key',
  query: z.object({ mode: z.enum(['a', 'b']).optional(), keys: z.array(z.string()).optional() }),
  body: z.object({ key: z.string(), active: z.boolean().optional(), ids: z.array(z.int()).optional() }),
  output: z.unknown(),
})

interface Reported {
  readonly error: unknown
  readonly event: ErrorEvent
}

function applicationThat(fails: () => unknown, reported: Reported[] = []) {
  return createApplication({
    routes: [handle(thing, async () => fails())],
    authenticate: () => ({}),
    onError: (error, event) => reported.push({ error, event }),
  })
}

async function answer(error: unknown, reported: Reported[] = []) {
  const application = applicationThat(() => {
    throw error
  }, reported)
  const request = plainRequest('POST', '/things/1', { json: { key: 'k' }, headers: { 'X-Request-Id': 'r-1' } })
  const { status, headers, body } = await application.handle(request)
  return { status, headers, json: JSON.parse(String(body)) }
}

const TABLE: readonly (readonly [ErrorCode, number, string])[] = [
  ['unique', 400, 'validation_error'],
  ['not_authenticated', 401, 'authentication_error'],
  ['authentication_failed', 401, 'authentication_error'],
  ['permission_denied', 403, 'authentication_error'],
  ['not_found', 404, 'invalid_request'],
  ['conflict', 409, 'server_error'],
  ['precondition_failed', 412, 'invalid_request'],
  ['throttled', 429, 'throttled_error'],
]

test.each(TABLE)('HTTP-16 answers %s with %i %s', async (code, status, type) => {
  const reported: Reported[] = []
  expect(await answer(new DomainError(code, 'Why.', 'someField'), reported)).toMatchObject({
    status,
    json: { type, code, detail: 'Why.', attr: 'some_field' },
  })
  expect(reported).toEqual([])
})

test('HTTP-16 answers exactly the four fields, null where there is no field', async () => {
  expect((await answer(notFound())).json).toEqual({
    type: 'invalid_request',
    code: 'not_found',
    detail: 'Not found.',
    attr: null,
  })
  const missing = "API key missing required scope 'feature_flag:read'"
  expect((await answer(permissionDenied(missing))).json).toMatchObject({
    type: 'authentication_error',
    detail: missing,
  })
})

test('HTTP-17 reports the first broken rule and lists all of them', async () => {
  const both = invalidInput([violation('isSimple', 'required', 'One.'), violation(null, 'invalid_input', 'Two.')])
  expect((await answer(both)).json).toEqual({
    type: 'validation_error',
    code: 'required',
    detail: 'One.',
    attr: 'is_simple',
    extra: {
      errors: [
        { code: 'required', detail: 'One.', attr: 'is_simple' },
        { code: 'invalid_input', detail: 'Two.', attr: null },
      ],
    },
  })
})

test('HTTP-18 calls the generic code invalid_input and spells fields in snake case', async () => {
  const error = invalidInput([violation('bucketingIdentifier__0', 'invalid_input', 'No.')])
  expect((await answer(error)).json).toMatchObject({ code: 'invalid_input', attr: 'bucketing_identifier__0' })
  expect((await answer(new RequestError('invalid', 'No.'))).json).toMatchObject({ code: 'invalid_input', attr: null })
})

test('HTTP-17 lists what is wrong with query and body', async () => {
  const application = applicationThat(() => null)
  const ask = async (url: string, json: unknown) =>
    JSON.parse(String((await application.handle(plainRequest('POST', url, { json }))).body))
  expect(await ask('/things/1?mode=c', {})).toMatchObject({ code: 'invalid_choice', attr: 'mode' })
  expect(await ask('/things/1?mode=c&mode=a&other=1', { key: 'k' })).toBe(null)
  expect(await ask('/things/1', { active: 'maybe', ids: [1, 'x'] })).toEqual({
    type: 'validation_error',
    code: 'required',
    detail: 'This field is required.',
    attr: 'key',
    extra: {
      errors: [
        { code: 'required', detail: 'This field is required.', attr: 'key' },
        { code: 'invalid_input', detail: 'Must be a valid boolean.', attr: 'active' },
        expect.objectContaining({ code: 'invalid_input', attr: 'ids__1' }),
      ],
    },
  })
})

test('HTTP-11 gives the last value, or all of them where the schema is a list', async () => {
  const { body: _, ...bodiless } = thing
  const listing = endpoint({
    ...bodiless,
    method: 'GET',
    path: '/list',
    operationId: 'list',
    query: z.object({
      one: z.string().optional(),
      many: z.array(z.string()).default([]),
      counted: z
        .array(z.string())
        .transform((keys) => keys.length)
        .optional(),
    }),
  })
  const application = createApplication({ routes: [handle(listing, ({ query }) => query)], authenticate: () => ({}) })
  const { body } = await application.handle(
    plainRequest('GET', '/list?one=1&one=2&many=a&many=b%20c&counted=x&__proto__=1'),
  )
  expect(JSON.parse(String(body))).toEqual({ one: '2', many: ['a', 'b c'], counted: 1 })
  expect(JSON.parse(String((await application.handle(plainRequest('GET', '/list'))).body))).toEqual({ many: [] })
})

test('HTTP-19 says how to authenticate', async () => {
  const { headers } = await answer(new DomainError('not_authenticated', 'No.'))
  expect(headers['www-authenticate']).toBe('Bearer')
})

test('HTTP-19 says in whole seconds when to come back', async () => {
  const { headers, json } = await answer(new Throttled(6.2))
  expect(headers['retry-after']).toBe('7')
  expect(json.detail).toBe('Request was throttled. Expected available in 7 seconds.')
  expect((await answer(new Throttled(0))).json.detail).toBe('Request was throttled. Expected available in 1 second.')
  expect((await answer(new DomainError('throttled', 'Slow down.'))).headers['retry-after']).toBe('1')
})

test.each([new StoreUnavailable('down: postgres://user:secret@host'), new SerializationFailure()])(
  'HTTP-20 answers an outage with 503 and reports it: %s',
  async (error) => {
    const reported: Reported[] = []
    const { status, headers, json } = await answer(error, reported)
    expect(status).toBe(503)
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(json).toMatchObject({ type: 'server_error', code: 'service_unavailable', attr: null })
    expect(JSON.stringify(json)).not.toContain('secret')
    expect(reported).toEqual([{ error, event: { endpoint: thing, status: 503, requestId: 'r-1' } }])
  },
)

test.each([
  ['an error', new Error('secret')],
  ['a unique violation that got this far', new UniqueViolation('flags_live_key', 'secret')],
  ['a text', 'secret'],
  ['undefined', undefined],
])('HTTP-21 answers %s with a fixed text and the request id, and reports it once', async (_, error) => {
  const reported: Reported[] = []
  expect(await answer(error, reported)).toMatchObject({
    status: 500,
    json: {
      type: 'server_error',
      code: 'error',
      detail: 'A server error occurred.',
      attr: null,
      extra: { request_id: 'r-1' },
    },
  })
  expect(reported).toEqual([{ error, event: { endpoint: thing, status: 500, requestId: 'r-1' } }])
})

test('HTTP-21 answers 500 for an output that is no JSON', async () => {
  const { status } = await applicationThat(() => ({ big: 1n })).handle(
    plainRequest('POST', '/things/1', { json: { key: 'k' } }),
  )
  expect(status).toBe(500)
})

test('HTTP-21 survives a hostile error, a broken log and a broken response hook', async () => {
  const hostile = new DomainError('conflict', 'y')
  Object.defineProperty(hostile, 'violations', {
    get() {
      throw new Error('even this')
    },
  })
  const application = createApplication({
    routes: [
      handle(thing, () => {
        throw hostile
      }),
    ],
    authenticate: () => ({}),
    onError: () => {
      throw new Error('disk full')
    },
    onResponse: () => {
      throw new Error('disk full')
    },
  })
  const { status, body } = await application.handle(plainRequest('POST', '/things/1', { json: { key: 'k' } }))
  expect(status).toBe(500)
  expect(JSON.parse(String(body)).code).toBe('error')
})

test('HTTP-21 answers 500 for a request that the host program made wrongly', async () => {
  const reported: Reported[] = []
  const { headers: _, ...headless } = plainRequest('GET', '/things/1')
  // @ts-expect-error a host without types can omit fields
  const { status, body } = await applicationThat(() => null, reported).handle(headless)
  expect([status, JSON.parse(String(body)).code]).toEqual([500, 'error'])
  expect(reported).toMatchObject([{ error: expect.any(TypeError), event: { endpoint: null, status: 500 } }])
})

test('HTTP-22 lets an endpoint render its errors in its own form', async () => {
  const ofrep = endpoint({
    ...thing,
    operationId: 'ofrep',
    renderProblem: ({ status, body }, request) => ({
      status: status === 404 ? 404 : 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: request.pathParams.id, errorCode: 'GENERAL', errorDetails: body.detail }),
    }),
  })
  const application = createApplication({ routes: [handle(ofrep, () => replyRaw(null))], authenticate: () => ({}) })
  const { status, headers, body } = await application.handle(plainRequest('POST', '/things/a%20b', { body: '{' }))
  expect(status).toBe(400)
  expect(headers['x-request-id']).toBeDefined()
  expect(JSON.parse(String(body))).toMatchObject({ key: 'a b', errorCode: 'GENERAL' })
})
