import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { createApplication } from './application.ts'
import { endpoint, type OutputOf } from './endpoint.ts'
import { integerId, projectId } from './path-id.ts'
import { plainRequest, type RawBody } from './plain-request.ts'
import { handle, handleWith } from './routing/route.ts'

type Context = { readonly auth: 'personal_api_key'; readonly actor: string } | { readonly auth: 'public' }

const rename = endpoint({
  method: 'PATCH',
  path: '/api/projects/{project_id}/things/{id}/',
  operationId: 'things_update',
  summary: 'Rename a thing',
  tag: 'things',
  auth: 'personal_api_key',
  params: z.object({ project_id: projectId(), id: integerId() }),
  query: z.object({ dry_run: z.stringbool().default(false) }),
  body: z.object({ name: z.string() }),
  output: z.object({ id: z.number(), name: z.string(), tags: z.array(z.string()) }),
})

test('HTTP-1 gives the handler the types of the declaration', async () => {
  const tags: readonly string[] = ['a']
  const route = handleWith<Context>()(rename, ({ context, params, query, body }) => {
    expectTypeOf(context).toEqualTypeOf<{ readonly auth: 'personal_api_key'; readonly actor: string }>()
    expectTypeOf(params).toEqualTypeOf<{ project_id: number | '@current'; id: number }>()
    expectTypeOf(query).toEqualTypeOf<{ dry_run: boolean }>()
    expectTypeOf(body).toEqualTypeOf<{ name: string }>()
    return { id: params.id, name: `${context.actor} ${body.name} ${query.dry_run}`, tags }
  })
  const application = createApplication<Context>({
    routes: [route],
    authenticate: () => ({ auth: 'personal_api_key', actor: 'ada' }),
  })
  const response = await application.handle(
    plainRequest('PATCH', '/api/projects/@current/things/7?dry_run=1', { json: { name: 'x' } }),
  )
  expect(response).toMatchObject({ status: 200, body: '{"id":7,"name":"ada x true","tags":["a"]}' })
})

test('HTTP-1 gives text for parameters without a schema and nothing for what is not declared', () => {
  const bare = endpoint({
    method: 'POST',
    path: '/capture/{token}',
    operationId: 'capture',
    summary: 'Capture',
    tag: 'capture',
    auth: 'project_token',
    body: 'raw',
  })
  handle(bare, ({ params, query, body }) => {
    expectTypeOf(params).toEqualTypeOf<{ readonly token: string }>()
    expectTypeOf(query).toEqualTypeOf<undefined>()
    expectTypeOf(body).toEqualTypeOf<RawBody>()
    return undefined
  })
  expectTypeOf<OutputOf<typeof bare>>().toEqualTypeOf<undefined>()
})

test('HTTP-1 refuses a declaration whose parameters do not fit its path', () => {
  expect(() => endpoint({ ...rename, params: z.object({ project_id: projectId() }) })).toThrow('things_update: params')
})

test('IDEM-10 only a POST with a personal API key may take an idempotency key', () => {
  for (const other of [rename, { ...rename, method: 'POST', auth: 'project_token' } as const]) {
    expect(() => endpoint({ ...other, idempotencyKey: true })).toThrow('things_update: only a POST')
  }
  expect(endpoint({ ...rename, method: 'POST', idempotencyKey: true })).toMatchObject({ idempotencyKey: true })
})
