import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { memoryStore } from '@flagdeck/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { LISTS, listParametersDocument, usesOf } from '../scripts/list-parameters-document.ts'
import { POSTHOG_LIST_PARAMETERS } from '../scripts/posthog-list-parameters.ts'
import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import type { Endpoint } from '../src/rest/endpoint.ts'
import { HARMLESS_PARAMETERS } from '../src/rest/list-parameters.ts'
import { openApi } from './support/api-under-test.ts'
import { buildWorld } from './support/world.ts'

/** Placeholder values for path parameters: a list refuses a parameter before it looks up what the path names. */
const IN_PATHS: Readonly<Record<string, string>> = {
  organization_id: '@current',
  project_id: '@current',
  role_id: crypto.randomUUID(),
  id: '1',
  parent_lookup_feature_flag_id: '1',
}

function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => IN_PATHS[name] ?? name)
}

async function ownerOfWorld() {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  return (await buildWorld(api)).owner
}

/** Whether an endpoint returns items: in an envelope, as a plain list, or as lines. */
function answersItems({ output, mediaType }: Endpoint): boolean {
  const { type, shape } = (output?.def ?? {}) as { readonly type?: string; readonly shape?: object }
  return type === 'array' || mediaType === 'application/x-ndjson' || (shape !== undefined && 'results' in shape)
}

describe('the query parameters of lists', () => {
  it('HTTP-100 every endpoint that reads items with a personal key is declared as a list', () => {
    const readers = flagdeckRoutes
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => endpoint.method === 'GET' && endpoint.auth === 'personal_api_key' && answersItems(endpoint))
      .map(({ operationId }) => operationId)
    const declared = LISTS.map(({ operationId }) => operationId)
    // Its results are those of a dashboard's tiles, whatever the query contains.
    const others = ['dashboards_run_insights_retrieve']
    expect(readers.filter((operation) => !declared.includes(operation))).toEqual(others)
    expect(LISTS.every(({ auth }) => auth === 'personal_api_key')).toBe(true)
  })

  it('HTTP-102 the list of documented parameters names every list, and the reference is made from it', () => {
    expect(Object.keys(POSTHOG_LIST_PARAMETERS).toSorted()).toEqual(
      LISTS.map(({ operationId }) => operationId).toSorted(),
    )
    const reference = fileURLToPath(new URL('../../../docs/reference/list-parameters.md', import.meta.url))
    expect(readFileSync(reference, 'utf8')).toBe(listParametersDocument())
  })

  it('HTTP-102 a documented parameter that filters is honoured or rejected, never harmless', () => {
    for (const endpoint of LISTS) {
      const uses = usesOf(endpoint)
      for (const [name, role] of Object.entries(POSTHOG_LIST_PARAMETERS[endpoint.operationId] ?? {})) {
        const allowed = role === 'form' ? ['honoured', 'rejected', 'harmless'] : ['honoured', 'rejected']
        expect(allowed, `${endpoint.operationId} ${name}`).toContain(uses.get(name))
      }
    }
  })

  it('HTTP-100 lists refuse each rejected parameter, and those that nobody documents', {
    timeout: 60_000,
  }, async () => {
    const owner = await ownerOfWorld()
    for (const endpoint of LISTS) {
      const rejected = [...usesOf(endpoint)].flatMap(([name, use]) => (use === 'rejected' ? [name] : []))
      for (const name of [...rejected, 'nobody_knows', 'Search']) {
        const url = `${pathOf(endpoint)}?${name}=x`
        const { status, body } = endpoint.method === 'GET' ? await owner.get(url) : await owner.post(url, {})
        expect({ url, status, body }).toMatchObject({
          status: 400,
          body: { type: 'validation_error', code: 'invalid_input', attr: name, detail: expect.stringContaining(name) },
        })
      }
    }
  })

  it('HTTP-110 lists refuse each word that is none of those that a parameter takes', { timeout: 60_000 }, async () => {
    const owner = await ownerOfWorld()
    let tried = 0
    for (const endpoint of LISTS) {
      if (!endpoint.query) continue
      const { properties = {} } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' })
      for (const [name, property] of Object.entries(properties)) {
        const { type, enum: words } = property as { readonly type?: string; readonly enum?: unknown }
        if (words === undefined && type !== 'boolean') continue
        const { status, body } = await owner.get(`${pathOf(endpoint)}?${name}=ja`)
        tried++
        const refused = { status: 400, body: { type: 'validation_error', attr: name, detail: expect.any(String) } }
        expect({ status, body }, `${endpoint.operationId} ${name}`).toMatchObject(refused)
      }
    }
    expect(tried).toBeGreaterThan(20)
  })

  it('HTTP-101 lists take harmless parameters, and no format but JSON', async () => {
    const owner = await ownerOfWorld()
    const flags = '/api/projects/@current/feature_flags/'
    for (const name of Object.keys(HARMLESS_PARAMETERS)) {
      if (['personal_api_key', 'token', 'api_key'].includes(name)) continue
      expect((await owner.get(`${flags}?${name}=json`)).status, name).toBe(200)
    }
    const csv = await owner.get(`${flags}?format=csv`)
    expect(csv).toMatchObject({ status: 400, body: { attr: 'format', code: 'invalid_choice' } })
  })

  it('HTTP-100 names what a list takes, all unknown parameters, and little of long ones', async () => {
    const owner = await ownerOfWorld()
    const { body } = await owner.get('/api/projects/@current/groups_types/?a=1&a=2&b=3')
    expect(body).toMatchObject({ attr: 'a', extra: { errors: [{ attr: 'a' }, { attr: 'b' }] } })
    expect((body.extra as { errors: { detail: string }[] }).errors[1]?.detail).toBe(
      'This list does not support the query parameter "b".',
    )
    expect(body.detail).toBe('This list does not support the query parameter "a". It supports none.')
    const long = await owner.get(`/api/projects/@current/persons/?${'x'.repeat(2000)}=1`)
    expect(long.body.detail).toMatch(
      /^This list .*Supported: search, distinct_id, email, properties, after, limit, offset\.$/,
    )
    expect(JSON.stringify(long.body).length).toBeLessThan(500)
    const many = Array.from({ length: 200 }, (_, n) => `p${n}=1`).join('&')
    const extra = (await owner.get(`/api/projects/@current/persons/?${many}`)).body.extra
    expect((extra as { errors: unknown[] }).errors.length).toBeLessThanOrEqual(20)
  })

  it('HTTP-103 endpoints of SDKs and single records take any parameter', async () => {
    const owner = await ownerOfWorld()
    for (const url of ['/api/users/@me/?x=1', '/api/organizations/@current/?x=1', '/api/projects/@current/?x=1']) {
      expect((await owner.get(url)).status, url).toBe(200)
    }
    const { status } = await owner.post('/flags/?v=2&ip=0&_=1&ver=1.2.3', { token: 'unknown', distinct_id: 'u' })
    expect(status).toBe(401)
  })
})
