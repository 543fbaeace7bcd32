import type { JsonObject } from '@flagdeck/core'
import { expect, expectTypeOf, test } from 'vitest'
import { type CallInput, createClient } from '../../rest/client.ts'
import { openApiDocument } from '../../rest/openapi/openapi.ts'
import { createFlag, listFlags } from '../endpoints/flags.ts'

const INFO = { title: 'Flagdeck', version: '1.0.0' }

test('IDEM-10 the OpenAPI document names the header, what it may be, and what comes of it', () => {
  const document = openApiDocument([createFlag, listFlags], INFO)
  const { [createFlag.path]: path } = document.paths as { [path: string]: { [method: string]: JsonObject } } // OpenAPI
  expect(path?.post?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(path?.get?.parameters).not.toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(path?.post?.responses).toMatchObject({
    '201': { headers: { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } } },
    '400': expect.anything(),
    '422': expect.anything(),
  })
  expect(document.components).toMatchObject({
    parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false } },
    headers: { IdempotencyReplayed: expect.anything() },
  })
  expect(openApiDocument([listFlags], INFO).components).not.toHaveProperty('parameters')
})

test('IDEM-11 the client sends the key where an endpoint takes one', async () => {
  const sent: (string | null)[] = []
  const fetch = async ({ headers }: Request) => {
    sent.push(headers.get('idempotency-key'))
    return Response.json({})
  }
  const client = createClient({ baseUrl: 'http://flags.test', apiKey: 'phx_1', fetch }, { createFlag })
  const call = { params: { project_id: 1 }, body: { key: 'beta' } }
  await client.createFlag({ ...call, idempotencyKey: 'key-1' })
  await client.createFlag(call)
  expect(sent).toEqual(['key-1', null])
  expectTypeOf<CallInput<typeof createFlag>>().toHaveProperty('idempotencyKey')
  expectTypeOf<CallInput<typeof listFlags>>().not.toHaveProperty('idempotencyKey')
})
