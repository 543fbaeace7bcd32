import type { JsonObject } from '@flagdeck/core'
import { PostHog } from 'posthog-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleServer, startConsoleServer } from '../browser/support/console-server.ts'
import { startValidatingProxy, type ValidatingProxy } from './support/validating-proxy.ts'

let server: ConsoleServer
let proxy: ValidatingProxy
let flag = 0
let dashboard = 0
let cohort = 0
let organization = ''

interface Answer {
  readonly status: number
  readonly body: JsonObject
}

/** Calls the API through the proxy, which would answer a request or an answer that breaks the document with its own. */
async function call(method: string, path: string, body?: object, key = server.personalApiKey): Promise<Answer> {
  const response = await fetch(`${proxy.url}${path}`, {
    method,
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(`${method} ${path} ${text.includes('stoplight.io') ? text : 'fits'}`).toBe(`${method} ${path} fits`)
  return { status: response.status, body: bodyOf(text) }
}

function bodyOf(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject // every answer that is looked into is an object
  } catch {
    return {}
  }
}

const project = '/api/projects/1/'
const CALLED = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }
const FILTERS = {
  groups: [{ properties: [{ key: 'email', value: '@acme', operator: 'icontains', type: 'person' }], variant: 'x' }],
  multivariate: { variants: [50, 50].map((share, at) => ({ key: 'xy'.charAt(at), rollout_percentage: share })) },
  payloads: { x: '{"a":1}' },
}

beforeAll(async () => {
  server = await startConsoleServer()
  proxy = await startValidatingProxy(server.url)
  const made = await call('POST', `${project}feature_flags/`, { key: 'a', name: 'A', filters: FILTERS })
  flag = Number(made.body.id)
  dashboard = Number((await call('POST', `${project}dashboards/`, { name: 'D', use_template: 'DEFAULT_APP' })).body.id)
  const people = { type: 'OR', values: [{ type: 'AND', values: [{ type: 'person', key: 'a', value: 'b' }] }] }
  cohort = Number((await call('POST', `${project}cohorts/`, { name: 'C', filters: { properties: people } })).body.id)
  organization = String(((await call('GET', '/api/users/@me/')).body.organization as JsonObject).id)
})

// Undefined when they did not start.
afterAll(async () => {
  await proxy?.close()
  await server?.close()
})

test('HTTP-33 what the API reads passes a validating proxy', async () => {
  const flags = ['', 'activity/', 'status/', 'dependent_flags/', 'versions/', 'versions/1/', 'usage/', 'role_access/']
  for (const path of flags) await call('GET', `${project}feature_flags/${flag}/${path}`)
  const lists = ['feature_flags/?limit=5&active=true', 'cohorts/', 'dashboards/?pinned=false', 'insights/', 'persons/']
  for (const path of lists) await call('GET', `${project}${path}`)
  for (const path of [
    'feature_flags/activity/?limit=3&page=1',
    'activity_log/?scope=FeatureFlag',
    'activity_log/export/',
  ])
    await call('GET', `${project}${path}`)
  for (const path of [
    'dashboard_templates/',
    'dashboard_templates/json_schema/',
    'groups_types/',
    'groups/?group_type_index=0',
  ])
    await call('GET', `${project}${path}`)
  for (const path of ['', 'run_insights/', 'export_template/', 'versions/'])
    await call('GET', `${project}dashboards/${dashboard}/${path}`)
  await call('GET', `${project}cohorts/${cohort}/`)
  for (const path of ['', 'members/', 'roles/', 'invites/', 'projects/', 'activity_log/'])
    await call('GET', `/api/organizations/${organization}/${path}`)
  for (const path of ['users/@me/', 'personal_api_keys/', 'personal_api_keys/@current/', 'schema/', 'organizations/'])
    await call('GET', `/api/${path}`)
})

test('HTTP-33 what the API writes, tries and refuses passes a validating proxy', async () => {
  const path = `${project}feature_flags/${flag}/`
  const { body: read } = await call('GET', path)
  expect((await call('PATCH', path, { name: 'B' })).status).toBe(200)
  expect((await call('PATCH', path, { name: 'C', version: read.version ?? 0, original_flag: read })).status).toBe(409)
  expect((await call('PATCH', `${path}?dry_run=true`, { active: false })).status).toBe(200)
  expect((await call('POST', `${path}disable/`)).status).toBe(200)
  expect((await call('GET', `${project}feature_flags/${2 ** 30}/`)).status).toBe(404)
  expect((await call('POST', `${project}feature_flags/`, { key: 'no key' })).status).toBe(400)
  expect((await call('PATCH', `${project}dashboards/${dashboard}/`, { pinned: true })).status).toBe(200)
  expect((await call('PATCH', `${project}cohorts/${cohort}/`, { name: 'D' })).status).toBe(200)
  expect((await call('POST', `${project}query/`, { query: CALLED })).status).toBe(200)
  expect((await call('POST', `${project}query/`, { query: { kind: 'HogQLQuery' } })).status).toBe(422)
  expect((await call('POST', `${project}insights/`, { name: 'I', query: CALLED })).status).toBe(201)
})

test('HTTP-33 what SDKs ask and are refused passes a validating proxy', async () => {
  const token = server.projectToken
  const sdk = (path: string, body: object) => call('POST', path, body, '')
  expect((await sdk('/flags/?v=2&config=true', { token, distinct_id: 'u' })).status).toBe(200)
  expect((await sdk('/decide/?v=3', { token, distinct_id: 'u' })).status).toBe(200)
  expect((await sdk('/flags/?v=2', { token: 'phc_unknown', distinct_id: 'u' })).status).toBe(401)
  expect((await sdk('/e/', { api_key: token, event: 'x', distinct_id: 'u' })).status).toBe(200)
  expect((await sdk('/batch/', {})).status).toBe(401)
  expect((await call('GET', `/array/${token}/config`, undefined, '')).status).toBe(200)
  expect((await call('GET', `/flags/definitions?token=${token}`)).status).toBe(200)
  expect((await call('GET', `${project}feature_flags/a/remote_config/?token=${token}`)).status).toBe(404)
  const context = { targetingKey: 'u' }
  expect((await call('POST', '/ofrep/v1/evaluate/flags/a', { context }, token)).status).toBe(200)
  expect((await call('POST', '/ofrep/v1/evaluate/flags', { context }, token)).status).toBe(200)
  expect((await call('POST', '/ofrep/v1/evaluate/flags/unknown', { context }, token)).status).toBe(404)
})

test('HTTP-33 posthog-node works through a validating proxy, remotely and locally', async () => {
  await call('PATCH', `${project}feature_flags/${flag}/`, { active: true })
  const properties = { personProperties: { email: 'ana@acme.com' } }
  // Prism reads no compressed bodies.
  const options = { host: proxy.url, disableCompression: true }
  const remote = new PostHog(server.projectToken, options)
  const local = new PostHog(server.projectToken, { ...options, personalApiKey: server.personalApiKey })
  try {
    expect(await remote.getFeatureFlag('a', 'u', properties)).toBe('x')
    await local.reloadFeatureFlags()
    expect(await local.getFeatureFlag('a', 'u', { ...properties, onlyEvaluateLocally: true })).toBe('x')
  } finally {
    await Promise.all([remote.shutdown(), local.shutdown()])
  }
})
