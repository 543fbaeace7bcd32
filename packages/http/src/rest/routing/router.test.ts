import { expect, test } from 'vitest'
import * as z from 'zod'
import { createApplication } from '../application.ts'
import { endpoint } from '../endpoint.ts'
import type { HttpMethod } from '../http-method.ts'
import { integerId, projectId, uuidId } from '../path-id.ts'
import { plainRequest } from '../plain-request.ts'
import { replyRaw } from '../reply.ts'
import type { PathTemplate } from './path-template.ts'
import { handle, type Route } from './route.ts'

const FLAGS = '/api/projects/{project_id}/feature_flags/'

function route(method: HttpMethod, path: PathTemplate, name = `${method} ${path}`): Route<unknown> {
  const declared = endpoint({
    method,
    path,
    operationId: name,
    summary: name,
    tag: 'test',
    auth: 'public',
    output: z.unknown(),
  })
  return handle(declared, ({ params }) => ({ name, params }))
}

const routes = [
  route('GET', FLAGS, 'list'),
  route('POST', FLAGS, 'create'),
  route('GET', `${FLAGS}{id}/`, 'retrieve'),
  route('PATCH', `${FLAGS}{id}/`, 'update'),
  route('GET', `${FLAGS}my_flags/`, 'my_flags'),
  route('GET', `${FLAGS}{parent_lookup_feature_flag_id}/role_access/`, 'role_access'),
  route('GET', `${FLAGS}{parent_lookup_feature_flag_id}/role_access/{id}/`, 'role_access_entry'),
  route('GET', `${FLAGS}{key}/remote_config`, 'remote_config'),
  route('GET', '/_livez', 'livez'),
  route('GET', '/array/{token}/config.js', 'config'),
]

async function ask(method: string, url: string, basePath = '') {
  const application = createApplication({ routes, basePath, authenticate: () => ({}) })
  const response = await application.handle(plainRequest(method, url))
  return { ...response, json: typeof response.body === 'string' ? JSON.parse(response.body) : null }
}

async function nameOf(method: string, url: string, basePath = ''): Promise<unknown> {
  const { json, status } = await ask(method, url, basePath)
  return json?.name ?? status
}

test.each([
  ['GET', '/api/environments/1/feature_flags/', 'list'],
  ['POST', '/api/environments/1/feature_flags', 'create'],
  ['GET', '/api/environments//1/feature_flags/7?x=1', 'retrieve'],
  ['GET', '/api/environments/', 404],
  ['GET', '/api/environmentsx/1/feature_flags/', 404],
])('HTTP-79 %s %s answers as the path that it is another name of', async (method, url, name) => {
  const aliases = { '/api/environments': '/api/projects' }
  const application = createApplication({ routes, aliases, authenticate: () => ({}) })
  const response = await application.handle(plainRequest(method, url))
  const { name: answered } = JSON.parse(String(response.body))
  expect(answered ?? response.status).toBe(name)
})

test.each([
  ['GET', '/api/projects/1/feature_flags', 'list'],
  ['GET', '/api/projects/1/feature_flags/', 'list'],
  ['POST', '/api/projects/1/feature_flags', 'create'],
  ['GET', '/api/projects/1/feature_flags?limit=1', 'list'],
  ['GET', '/_livez/', 'livez'],
  ['GET', '/api/projects/1/feature_flags/k/remote_config/', 'remote_config'],
])('HTTP-2 takes %s %s with and without the slash', async (method, url, name) => {
  expect(await nameOf(method, url)).toBe(name)
})

test.each([
  '//api/projects/1/feature_flags/',
  '/api//projects/1/feature_flags/',
  '/api///projects//1/feature_flags//',
  '/api//projects/1/feature_flags?a=//',
])('HTTP-3 takes the doubled slashes of %s for one', async (url) => {
  expect(await nameOf('GET', url)).toBe('list')
  expect(await nameOf('GET', `//deck/${url}`, '/deck')).toBe('list')
})

test('HTTP-3 takes encoded slashes for data', async () => {
  expect((await ask('GET', '/api/projects/a%2F%2Fb/feature_flags/')).json.params).toEqual({ project_id: 'a//b' })
})

test('HTTP-3 prefers a literal segment to a parameter, whatever the method', async () => {
  expect(await nameOf('GET', '/api/projects/1/feature_flags/my_flags/')).toBe('my_flags')
  expect(await nameOf('PATCH', '/api/projects/1/feature_flags/my_flags/')).toBe(405)
  expect(await nameOf('GET', '/api/projects/1/feature_flags/my_flag/')).toBe('retrieve')
})

test('HTTP-3 gives each method the parameter names of its own declaration', async () => {
  const { json } = await ask('GET', '/api/projects/9/feature_flags/3/role_access/4')
  expect(json).toEqual({
    name: 'role_access_entry',
    params: { project_id: '9', parent_lookup_feature_flag_id: '3', id: '4' },
  })
})

test.each([
  '/api/projects/1/feature_flags/3/role_access/%2e%2e/',
  '/api/projects/1/feature_flags/3/role_access/../',
  '/api/projects/1/feature_flags/3/role_access/%2E%2E',
])('HTTP-3 reads %s as the id ".." and never as a parent folder', async (url) => {
  const { json } = await ask('GET', url)
  expect(json).toMatchObject({ name: 'role_access_entry', params: { id: '..' } })
})

test.each([
  '/api/./projects/1/feature_flags/',
  '/x/../api/projects/1/feature_flags/',
  '/api/projects/1/feature_flags/;/',
  '/api%2Fprojects/1/feature_flags/',
  '/API/projects/1/feature_flags/',
  '/api/projects/1/feature_flags/1/..%2frole_access/x/y',
  'http://127.0.0.1/api/projects/1/feature_flags/',
  '*',
  '',
])('HTTP-3 does not let %s reach another route', async (url) => {
  expect(['retrieve', 404]).toContain(await nameOf('GET', url))
})

test('HTTP-3 decodes a parameter once', async () => {
  expect((await ask('GET', '/api/projects/a%252Fb%20c/feature_flags/')).json.params).toEqual({ project_id: 'a%2Fb c' })
})

test.each(['%', '%zz', '%c0%ae', '%ff', '%00', 'a%00b'])(
  'HTTP-3 finds nothing under the parameter %s',
  async (value) => {
    expect(await ask('GET', `/api/projects/${value}/feature_flags/`)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
  },
)

test('HTTP-4 answers an unknown path with the error body', async () => {
  expect(await ask('GET', '/api/nothing')).toMatchObject({
    status: 404,
    json: { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null },
  })
})

test('HTTP-5 answers a method that the path does not have, and names those it has', async () => {
  const { status, json, headers } = await ask('PUT', '/api/projects/1/feature_flags/7')
  expect(status).toBe(405)
  expect(json).toEqual({
    type: 'invalid_request',
    code: 'method_not_allowed',
    detail: 'Method "PUT" not allowed.',
    attr: null,
  })
  expect(headers.allow).toBe('GET, PATCH, HEAD, OPTIONS')
})

test('HTTP-5 lets an endpoint be declared only to be refused, with an empty body', async () => {
  const destroy = endpoint({
    method: 'DELETE',
    path: `${FLAGS}{id}/`,
    operationId: 'destroy',
    summary: 'Not allowed',
    tag: 'test',
    auth: 'public',
    status: 405,
  })
  const application = createApplication({
    routes: [...routes, handle(destroy, () => replyRaw(null))],
    authenticate: () => ({}),
  })
  const response = await application.handle(plainRequest('DELETE', '/api/projects/1/feature_flags/none'))
  expect(response).toMatchObject({ status: 405, body: null, headers: { allow: 'GET, PATCH, HEAD, OPTIONS' } })
})

test('HTTP-6 answers HEAD like GET, without the body', async () => {
  const got = await ask('GET', '/api/projects/%C3%A9/feature_flags/')
  const head = await ask('HEAD', '/api/projects/%C3%A9/feature_flags/')
  expect(head).toMatchObject({ status: 200, body: null, headers: { 'content-type': 'application/json' } })
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(String(got.body))))
})

test('HTTP-7 serves everything below its base path and nothing beside it', async () => {
  expect(await nameOf('GET', '/deck/_livez', '/deck')).toBe('livez')
  for (const written of ['/deck/', 'deck', 'deck/', '//deck//']) {
    expect(await nameOf('GET', '/deck/_livez', written)).toBe('livez')
    expect(await nameOf('GET', '/_livez', written)).toBe(404)
  }
  for (const written of ['', '/', '//']) expect(await nameOf('GET', '/_livez', written)).toBe('livez')
  for (const written of ['/flags api', '/flags%20api']) {
    expect(await nameOf('GET', '/flags%20api/_livez', written)).toBe('livez')
  }
  expect(await nameOf('GET', '/dr%C3%A4/_livez', 'drä')).toBe('livez')
  expect(await nameOf('GET', '/_livez', '/deck')).toBe(404)
  expect(await nameOf('GET', '/decks/_livez', '/deck')).toBe(404)
  expect(await nameOf('GET', '/deck_livez', '/deck')).toBe(404)
  expect(await nameOf('GET', '/deck', '/deck')).toBe(404)
})

test.each(['/deck?x', '/deck#x', 'http://127.0.0.1:3000/deck'])('HTTP-7 refuses %s as a base path', (basePath) => {
  expect(() => createApplication({ routes, basePath, authenticate: () => ({}) })).toThrow(
    `The base path "${basePath}" must be only a path`,
  )
})

test('HTTP-1 refuses two endpoints with one method and path', () => {
  const twice = [route('GET', '/things/{a}/'), route('GET', '/things/{b}')]
  expect(() => createApplication({ routes: twice, authenticate: () => ({}) })).toThrow('share a method and the path')
})

test('HTTP-10 answers 404 for ids that name nothing', async () => {
  const declared = endpoint({
    method: 'GET',
    path: '/p/{project_id}/{id}/{uuid}',
    operationId: 'ids',
    summary: 'Ids',
    tag: 'test',
    auth: 'public',
    params: z.object({ project_id: projectId(), id: integerId(), uuid: uuidId() }),
    output: z.unknown(),
  })
  const application = createApplication({
    routes: [handle(declared, ({ params }) => params)],
    authenticate: () => ({}),
  })
  const uuid = '0192F7E2-0000-7000-8000-00000000000a'
  const got = async (url: string) => JSON.parse(String((await application.handle(plainRequest('GET', url))).body))
  expect(await got(`/p/@current/007/${uuid}`)).toEqual({ project_id: '@current', id: 7, uuid: uuid.toLowerCase() })
  for (const bad of ['x', '-1', '1.5', '1e3', '0x1', '2147483648', '99999999999', '٣', '%20']) {
    expect(await got(`/p/1/${bad}/${uuid}`)).toMatchObject({ code: 'not_found', detail: 'Not found.' })
    expect(await got(`/p/${bad}/1/${uuid}`)).toMatchObject({ code: 'not_found', detail: 'Project not found.' })
    expect(await got(`/p/1/1/${bad}`)).toMatchObject({ code: 'not_found', detail: 'Not found.' })
  }
})
