import { DomainError } from '@flagdeck/core'
import { permissionDenied } from '@flagdeck/core/operations'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { type ApplicationOptions, createApplication, type ResponseEvent } from './application.ts'
import { endpoint } from './endpoint.ts'
import { integerId } from './path-id.ts'
import { plainRequest } from './plain-request.ts'
import { reply, replyRaw } from './reply.ts'
import { handle } from './routing/route.ts'

const update = endpoint({
  method: 'PATCH',
  path: '/things/{id}/',
  operationId: 'things_update',
  summary: 'Update',
  tag: 'things',
  auth: 'personal_api_key',
  params: z.object({ id: integerId() }),
  query: z.object({ mode: z.enum(['a']).optional() }),
  body: z.object({ name: z.string() }),
  output: z.unknown(),
})
const remove = endpoint({
  method: 'DELETE',
  path: '/things/{id}/',
  operationId: 'things_destroy',
  summary: 'Not allowed',
  tag: 'things',
  auth: 'personal_api_key',
  status: 405,
})
const sdk = endpoint({
  method: 'POST',
  path: '/flags/',
  operationId: 'flags',
  summary: 'Evaluate',
  tag: 'sdk',
  auth: 'public',
  cors: 'reflect',
  output: z.unknown(),
})

type Actor = { readonly name: string }

function application(options: Partial<ApplicationOptions<Actor>> = {}) {
  return createApplication<Actor>({
    routes: [
      handle(update, ({ params, body, context }) => ({ id: params.id, name: body.name, by: context.name })),
      handle(remove, () => undefined),
      handle(sdk, () => reply({ flags: {} }, { headers: { etag: '"1"', vary: 'Authorization' } })),
    ],
    authenticate: ({ headers }) => {
      if (headers.authorization === undefined) {
        throw new DomainError('not_authenticated', 'Authentication credentials were not provided.')
      }
      if (headers.authorization === 'Bearer weak') throw permissionDenied('No.')
      return { name: 'ada' }
    },
    ...options,
  })
}

const authorization = 'Bearer good'

test.each([
  ['a bad id', '/things/x/', { name: 'n' }],
  ['a bad query', '/things/1/?mode=z', { name: 'n' }],
  ['a bad body', '/things/1/', {}],
  ['a body that is too large', '/things/1/', { name: 'n'.repeat(3_000_000) }],
])('HTTP-8 asks for the credential before it looks at %s', async (_, url, json) => {
  expect(await application().handle(plainRequest('PATCH', url, { json }))).toMatchObject({ status: 401 })
  const weak = { json, headers: { Authorization: 'Bearer weak' } }
  expect(await application().handle(plainRequest('PATCH', url, weak))).toMatchObject({ status: 403 })
  const good = { json, headers: { authorization } }
  expect([400, 404, 413]).toContain((await application().handle(plainRequest('PATCH', url, good))).status)
})

test('HTTP-8 asks for the credential before it refuses a hard delete', async () => {
  expect(await application().handle(plainRequest('DELETE', '/things/9'))).toMatchObject({ status: 401 })
  const response = await application().handle(plainRequest('DELETE', '/things/9', { headers: { authorization } }))
  expect(response).toMatchObject({ status: 405, body: null, headers: { allow: 'PATCH, OPTIONS' } })
  expect(response.headers['content-type']).toBeUndefined()
})

test('HTTP-8 lets authentication read query and body', async () => {
  const seen: unknown[] = []
  const asked = application({
    authenticate: async (request) => {
      seen.push(request.searchParams.get('token'), await request.readData(), request.pathParams.id)
      return { name: 'ada' }
    },
  })
  const response = await asked.handle(plainRequest('PATCH', '/things/4/?token=phc_x', { json: { name: 'n' } }))
  expect(response.status).toBe(200)
  expect(seen).toEqual(['phc_x', { name: 'n' }, '4'])
})

test.each(['abc', 'A_b-9', 'x'.repeat(128), '0192f7e2-0000-7000-8000-00000000000a'])(
  'HTTP-23 takes over the request id %s',
  async (id) => {
    const { headers } = await application().handle(plainRequest('GET', '/nothing', { headers: { 'x-request-id': id } }))
    expect(headers['x-request-id']).toBe(id)
  },
)

test.each(['', 'x'.repeat(129), 'a b', 'a\r\nset-cookie: x', '<script>', 'é'])(
  'HTTP-23 makes a new request id instead of %j',
  async (id) => {
    const { headers } = await application().handle(plainRequest('GET', '/nothing', { headers: { 'x-request-id': id } }))
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  },
)

test('HTTP-24 announces each response once with the route template', async () => {
  const events: ResponseEvent<Actor>[] = []
  const watched = application({ onResponse: (event) => events.push(event) })
  const headers = { authorization, 'x-request-id': 'r' }
  await watched.handle(plainRequest('PATCH', '/things/77/?mode=a', { json: { name: 'n' }, headers }))
  await watched.handle(plainRequest('PATCH', '/things/77/', { headers: { 'x-request-id': 'r' } }))
  await watched.handle(plainRequest('GET', '/%F0%9F%92%A9', { headers }))
  await watched.handle(plainRequest('GET', '/things/1', { headers }))
  expect(events).toEqual([
    {
      endpoint: update,
      method: 'PATCH',
      status: 200,
      durationMs: expect.any(Number),
      requestId: 'r',
      context: { name: 'ada' },
    },
    { endpoint: update, method: 'PATCH', status: 401, durationMs: expect.any(Number), requestId: 'r' },
    { endpoint: null, method: 'GET', status: 404, durationMs: expect.any(Number), requestId: 'r' },
    { endpoint: null, method: 'GET', status: 405, durationMs: expect.any(Number), requestId: 'r' },
  ])
})

test('HTTP-25 answers an output, nothing, or a reply of its own', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const results: Record<string, () => unknown> = {
    output: () => ({ a: 1 }),
    nothing: () => undefined,
    created: () => reply({ a: 1 }, { status: 201, headers: { 'flagdeck-version': '3' } }),
    bytes: () => replyRaw(bytes, { headers: { 'content-type': 'text/javascript' } }),
    unchanged: () => replyRaw(null, { status: 304, headers: { etag: '"1"' } }),
  }
  const any = endpoint({ ...sdk, path: '/any/{which}', cors: 'origins' })
  const answering = application({ routes: [handle(any, ({ params }) => results[params.which]?.())] })
  const headers = { authorization, 'x-request-id': 'r' }
  const got = (which: string) => answering.handle(plainRequest('POST', `/any/${which}`, { headers }))
  const id = { 'x-request-id': 'r' }
  const type = { 'content-type': 'application/json' }
  expect(await got('output')).toEqual({ status: 200, headers: { ...id, ...type }, body: '{"a":1}' })
  expect(await got('nothing')).toEqual({ status: 204, headers: id, body: null })
  expect(await got('created')).toEqual({
    status: 201,
    headers: { ...id, ...type, 'flagdeck-version': '3' },
    body: '{"a":1}',
  })
  expect(await got('unchanged')).toEqual({ status: 304, headers: { ...id, etag: '"1"' }, body: null })
  expect((await got('bytes')).body).toBe(bytes)
})

test('HTTP-26 mirrors any origin for SDK endpoints, with credentials', async () => {
  const headers = { authorization, origin: 'https://shop.test' }
  const response = await application().handle(plainRequest('POST', '/flags/', { headers }))
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': 'https://shop.test',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'ETag, Retry-After, X-Request-Id, Flagdeck-Version, Flagdeck-Definitions-Age, Idempotency-Replayed',
    vary: 'Authorization, Origin',
  })
  const withoutOrigin = await application().handle(plainRequest('POST', '/flags/', { headers: { authorization } }))
  expect(withoutOrigin.headers).toMatchObject({ vary: 'Authorization, Origin' })
})

test('HTTP-26 lets a page read errors too', async () => {
  const response = await application().handle(
    plainRequest('POST', '/flags/', { headers: { origin: 'https://shop.test' } }),
  )
  expect(response.status).toBe(401)
  expect(response.headers['access-control-allow-origin']).toBe('https://shop.test')
})

test('HTTP-26 admits only the configured origins elsewhere, without credentials', async () => {
  const allowedOrigins = ['https://console.test']
  const from = async (origin: string, origins = allowedOrigins) =>
    (await application({ allowedOrigins: origins }).handle(plainRequest('PATCH', '/things/1', { headers: { origin } })))
      .headers
  expect(await from('https://console.test')).toMatchObject({
    'access-control-allow-origin': 'https://console.test',
    vary: 'Origin',
  })
  expect((await from('https://console.test'))['access-control-allow-credentials']).toBeUndefined()
  for (const foreign of ['https://evil.test', 'null', 'https://console.test.evil.test', 'https://CONSOLE.test']) {
    const headers = await from(foreign)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers.vary).toBe('Origin')
  }
  const withoutOrigin = async (origins: readonly string[]) =>
    (await application({ allowedOrigins: origins }).handle(plainRequest('PATCH', '/things/1'))).headers.vary
  expect(await withoutOrigin(allowedOrigins)).toBe('Origin')
  expect(await withoutOrigin(['*'])).toBe('Origin')
  expect(await withoutOrigin([])).toBeUndefined()
  expect((await from('https://a.test', ['*']))['access-control-allow-origin']).toBe('https://a.test')
  expect((await from('https://a.test', []))['access-control-allow-origin']).toBeUndefined()
})

test('HTTP-26 answers a preflight with what was asked for', async () => {
  const headers = {
    origin: 'https://shop.test',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type, if-none-match',
  }
  const response = await application().handle(plainRequest('OPTIONS', '/flags', { headers }))
  expect(response).toMatchObject({
    status: 204,
    body: null,
    headers: {
      allow: 'POST, OPTIONS',
      'access-control-allow-origin': 'https://shop.test',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'content-type, if-none-match',
      'access-control-allow-credentials': 'true',
    },
  })
})

test('HTTP-26 answers OPTIONS without an origin, and refuses a preflight of a foreign one by silence', async () => {
  const plain = await application().handle(plainRequest('OPTIONS', '/things/1'))
  expect(plain).toMatchObject({ status: 204, headers: { allow: 'PATCH, OPTIONS' } })
  const headers = { origin: 'https://evil.test', 'access-control-request-method': 'PATCH' }
  const foreign = await application().handle(plainRequest('OPTIONS', '/things/1', { headers }))
  expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(await application().handle(plainRequest('OPTIONS', '/nothing'))).toMatchObject({ status: 404 })
})

test('HTTP-26 lets a page of any origin read that there is no such path, and find out', async () => {
  const origin = 'https://shop.test'
  const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-own' }
  for (const path of ['/flags/nothing', '/s/', '/api/nothing']) {
    const got = await application().handle(plainRequest('POST', path, { headers: { origin } }))
    expect(got).toMatchObject({ status: 404, headers: { 'access-control-allow-origin': origin, vary: 'Origin' } })
    expect(await application().handle(plainRequest('OPTIONS', path, { headers }))).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'x-own',
      },
    })
  }
})

test('HTTP-49 says which paths are the API’s own, whatever the method', () => {
  const { serves } = application({ basePath: '/deck' })
  expect(serves('/deck/flags?x=1')).toBe(true)
  expect(serves('/deck/other')).toBe(false)
  expect(serves('/flags')).toBe(false)
})

test('HTTP-52 runs around every request whoever wants to, and knows its route', async () => {
  const seen: unknown[] = []
  const watched = application({
    async around({ endpoint: found, method }, respond) {
      const response = await respond()
      seen.push([method, found?.path ?? null, response.status])
      return response
    },
  })
  await watched.handle(plainRequest('PATCH', '/things/7/', { json: { name: 'x' } }))
  await watched.handle(plainRequest('POST', '/flags/', { headers: { authorization: 'Bearer good' } }))
  await watched.handle(plainRequest('GET', '/made/up'))
  expect(seen).toEqual([
    ['PATCH', '/things/{id}/', 401],
    ['POST', '/flags/', 200],
    ['GET', null, 404],
  ])
})

test('HTTP-52 answers with 500 when what runs around a request fails', async () => {
  const errors: unknown[] = []
  const broken = new Error('no tracer')
  const watched = application({ around: () => Promise.reject(broken), onError: (error) => errors.push(error) })
  expect((await watched.handle(plainRequest('POST', '/flags/'))).status).toBe(500)
  expect(errors).toEqual([broken])
})
