import { DomainError } from '@flagdeck/core'
import { invalidInput, violation } from '@flagdeck/core/operations'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { ApiError } from './api-error.ts'
import { createApplication } from './application.ts'
import { createClient } from './client.ts'
import { endpoint } from './endpoint.ts'
import { fetchHandler } from './fetch-handler.ts'
import { integerId, projectId } from './path-id.ts'
import { handle } from './routing/route.ts'
import { Throttled } from './throttled.ts'

const rename = endpoint({
  method: 'PATCH',
  path: '/api/projects/{project_id}/things/{id}/',
  operationId: 'things_update',
  summary: 'Rename',
  tag: 'things',
  auth: 'personal_api_key',
  params: z.object({ project_id: projectId(), id: integerId() }),
  query: z.object({ mode: z.string().optional(), keys: z.array(z.string()).optional() }),
  body: z.object({ name: z.string() }),
  output: z.object({ said: z.string() }),
})
const remove = endpoint({
  method: 'DELETE',
  path: '/things/{key}/',
  operationId: 'things_destroy',
  summary: 'Delete',
  tag: 'things',
  auth: 'personal_api_key',
})
const ping = endpoint({
  method: 'GET',
  path: '/ping',
  operationId: 'ping',
  summary: 'Ping',
  tag: 'things',
  auth: 'public',
  output: z.string(),
})
const upload = endpoint({ ...ping, method: 'POST', path: '/upload', operationId: 'upload', body: 'raw' })

const deleted: string[] = []
const application = createApplication<string>({
  basePath: '/deck',
  routes: [
    handle(rename, ({ params, query, body, context }) => {
      if (body.name === '') throw invalidInput([violation('name', 'blank', 'This field may not be blank.')])
      return { said: JSON.stringify({ params, query, body, context }) }
    }),
    handle(remove, ({ params }) => {
      deleted.push(params.key)
      return undefined
    }),
    handle(ping, () => {
      throw new Throttled(9)
    }),
    handle(upload, ({ body }) => (body instanceof Uint8Array ? new TextDecoder().decode(body) : '')),
  ],
  authenticate: ({ headers }) => {
    if (headers.authorization !== 'Bearer phx_1') throw new DomainError('authentication_failed', 'Bad key.')
    return 'ada'
  },
})

const baseUrl = 'http://flags.test/deck/'
const client = createClient(
  { baseUrl, apiKey: 'phx_1', fetch: fetchHandler(application) },
  { rename, remove, ping, upload },
)

test('HTTP-31 has a typed method for each endpoint', async () => {
  const answer = await client.rename({
    params: { project_id: '@current', id: 7 },
    query: { mode: 'a b&c', keys: ['x', 'y'] },
    body: { name: 'n' },
  })
  expectTypeOf(answer).toEqualTypeOf<{ said: string }>()
  expect(JSON.parse(answer.said)).toEqual({
    params: { project_id: '@current', id: 7 },
    query: { mode: 'a b&c', keys: ['x', 'y'] },
    body: { name: 'n' },
    context: 'ada',
  })
})

test('HTTP-31 escapes what it puts in a path, and answers undefined for an empty response', async () => {
  const answer = await client.remove({ params: { key: 'a/b ?#é' } })
  expectTypeOf(answer).toEqualTypeOf<undefined>()
  expect(answer).toBeUndefined()
  expect(deleted).toEqual(['a/b ?#é'])
})

test('HTTP-31 sends raw bodies as they are', async () => {
  expect(await client.upload({ body: 'as it is' })).toBe('as it is')
})

test('HTTP-31 throws a refusal with its four fields', async () => {
  const error = await client
    .rename({ params: { project_id: 1, id: 7 }, body: { name: '' } })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 400,
    type: 'validation_error',
    code: 'blank',
    detail: 'This field may not be blank.',
    message: 'This field may not be blank.',
    attr: 'name',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    retryAfterSeconds: null,
  })
})

test('HTTP-31 says when to try again', async () => {
  await expect(client.ping()).rejects.toMatchObject({ status: 429, code: 'throttled', retryAfterSeconds: 9 })
})

test('HTTP-31 throws for an answer that is not the API’s', async () => {
  const proxied = createClient(
    { baseUrl, apiKey: 'phx_1', fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) },
    { ping },
  )
  await expect(proxied.ping()).rejects.toMatchObject({
    status: 502,
    type: 'unexpected_response',
    code: 'http_502',
    attr: null,
  })
})
