import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { integerId, projectId } from '../path-id.ts'
import { openApiDocument } from './openapi.ts'

const user = z.object({ id: z.int(), email: z.email() }).meta({ id: 'User', description: 'Who did it' })
const flag = z
  .object({
    id: z.int(),
    created_by: user.nullable(),
    filters: z.record(z.string(), z.json()),
    tags: z.array(z.string()).default([]),
  })
  .meta({ id: 'Flag' })

const update = endpoint({
  method: 'PATCH',
  path: '/api/projects/{project_id}/flags/{id}/',
  operationId: 'flags_update',
  summary: 'Update feature flag',
  description: 'Changes what is sent.',
  tag: 'flags',
  auth: 'personal_api_key',
  scope: 'feature_flag:write',
  params: z.object({ project_id: projectId(), id: integerId() }),
  query: z.object({ dry_run: z.string().optional().meta({ description: 'Only check' }), must: z.string() }),
  body: flag,
  output: flag,
  errors: ['conflict'],
})
const destroy = endpoint({
  method: 'DELETE',
  path: '/api/projects/{project_id}/flags/{id}/',
  operationId: 'flags_destroy',
  summary: 'Not allowed',
  tag: 'flags',
  auth: 'personal_api_key',
  scope: ['feature_flag:write', 'dashboard:write'],
  status: 405,
})
const definitions = endpoint({
  method: 'GET',
  path: '/flags/definitions',
  operationId: 'definitions',
  summary: 'Definitions',
  tag: 'sdk',
  auth: 'definitions',
  output: z.object({ flags: z.array(flag) }),
})
const config = endpoint({
  method: 'GET',
  path: '/array/{token}/config.js',
  operationId: 'config',
  summary: 'Script',
  tag: 'sdk',
  auth: 'public',
  mediaType: 'text/javascript',
})
const capture = endpoint({
  ...config,
  method: 'POST',
  path: '/e/',
  operationId: 'capture',
  auth: 'project_token',
  body: 'raw',
})

const endpoints = [update, definitions, config, capture]
const document = openApiDocument([...endpoints, destroy], {
  title: 'Flagdeck',
  version: '1.0.0',
  tags: { flags: 'Flags.' },
})

function at(...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), document)
}

function allRefs(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(allRefs)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : allRefs(inner)))
}

test('HTTP-30 has every endpoint once, under its path and method', () => {
  for (const { path, method, operationId, summary } of endpoints) {
    expect(at('paths', path, method.toLowerCase())).toMatchObject({ operationId, summary })
  }
  const operations = Object.values(at('paths') as JsonObject).flatMap((item) => Object.keys(item as JsonObject))
  expect(operations).toHaveLength(endpoints.length)
})

test('HTTP-30 resolves every reference', () => {
  const refs = allRefs(document)
  expect(refs.length).toBeGreaterThan(5)
  for (const ref of refs) expect([ref, at(...ref.replace('#/', '').split('/'))]).not.toContain(undefined)
})

test('HTTP-30 declares every parameter of a path, and says which of a query are needed', () => {
  for (const { path, method, pathParams } of endpoints) {
    const parameters = (at('paths', path, method.toLowerCase(), 'parameters') ?? []) as JsonObject[]
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name)).toEqual(pathParams)
    expect(inPath.every(({ required }) => required === true)).toBe(true)
  }
  expect(at('paths', update.path, 'patch', 'parameters')).toContainEqual({
    name: 'dry_run',
    in: 'query',
    required: false,
    description: 'Only check',
    schema: { type: 'string' },
  })
  expect(at('paths', update.path, 'patch', 'parameters')).toContainEqual({
    name: 'must',
    in: 'query',
    required: true,
    schema: { type: 'string' },
  })
})

test('HTTP-30 shares named schemas, one for requests and one for responses', () => {
  const json = ['content', 'application/json', 'schema']
  expect(at('paths', update.path, 'patch', 'responses', '200', ...json)).toEqual({ $ref: '#/components/schemas/Flag' })
  expect(at('paths', update.path, 'patch', 'requestBody', ...json)).toEqual({ $ref: '#/components/schemas/FlagInput' })
  expect(at('components', 'schemas', 'Flag', 'required')).toContain('tags')
  expect(at('components', 'schemas', 'FlagInput', 'required')).not.toContain('tags')
  expect(at('components', 'schemas', 'Flag', 'properties', 'created_by')).toEqual({
    anyOf: [{ $ref: '#/components/schemas/User' }, { type: 'null' }],
  })
})

test('HTTP-30 names credentials, scopes and errors', () => {
  expect(at('paths', update.path, 'patch', 'security')).toEqual([{ personalApiKey: [] }, { session: [] }])
  expect(at('paths', update.path, 'patch', 'description')).toBe(
    'Changes what is sent.\n\nTakes a personal API key, or the session of the console. A key needs the scope `feature_flag:write`.',
  )
  expect(at('paths', capture.path, 'post', 'security')).toEqual([])
  expect(at('paths', definitions.path, 'get', 'security')).toEqual([
    { personalApiKey: [] },
    { projectSecret: [] },
    { session: [] },
  ])
  expect(at('paths', config.path, 'get', 'security')).toEqual([])
  const statuses = (path: string, method: string) => Object.keys(at('paths', path, method, 'responses') as JsonObject)
  expect(statuses(update.path, 'patch')).toEqual(['200', '400', '401', '403', '404', '409', '413', '415', '429', '503'])
  expect(statuses(config.path, 'get')).toEqual(['200', '404', '503'])
  expect(at('paths', config.path, 'get', 'responses', '200')).toEqual({
    description: 'OK',
    content: { 'text/javascript': {} },
  })
})

test('HTTP-30 leaves out what only refuses', () => {
  expect(Object.keys(at('paths', destroy.path) as JsonObject)).toEqual(['patch'])
})

test('HTTP-33 types ids as the numbers that they are, and says which bodies have to be there', () => {
  const [project, id] = at('paths', update.path, 'patch', 'parameters') as JsonObject[]
  expect(project).toMatchObject({ schema: { type: ['integer', 'string'], pattern: '^([0-9]{1,10}|@current)$' } })
  expect(id).toMatchObject({ schema: { type: 'integer', minimum: 0 } })
  expect(at('paths', update.path, 'patch', 'requestBody', 'required')).toBe(true)
  expect(at('paths', capture.path, 'post', 'requestBody', 'required')).toBe(true)
})

test('HTTP-33 names the headers that answers have and requests may send', () => {
  const versioned = { ...update, errors: ['precondition_failed'], headers: ['ETag'], notModified: true } as const
  const paths = openApiDocument([versioned], { title: 'x', version: '1' }).paths as Record<
    string,
    { patch: JsonObject }
  >
  const { parameters, responses } = paths[update.path]?.patch ?? {}
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
  expect(responses).toMatchObject({ 200: { headers: { ETag: { $ref: '#/components/headers/ETag' } } } })
  expect(at('components', 'responses', '503', 'headers')).toEqual({
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  })
})

test('HTTP-30 is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  expect(document.openapi).toBe('3.1.1')
})

test('HTTP-30 refuses one operation id for two endpoints, and one name for two schemas', () => {
  expect(() => openApiDocument([update, update], { title: 'x', version: '1' })).toThrow('operation id flags_update')
  const other = endpoint({ ...config, operationId: 'other', output: z.object({ x: z.string() }).meta({ id: 'Clash' }) })
  const clash = endpoint({ ...config, operationId: 'clash', output: z.object({ x: z.int() }).meta({ id: 'Clash' }) })
  expect(() => openApiDocument([other, clash], { title: 'x', version: '1' })).toThrow('called Clash')
})
