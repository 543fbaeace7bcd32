import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { SDK_CONFIG } from '../../src/api/wire/sdk-config.ts'
import { plainRequest } from '../../src/rest/plain-request.ts'
import { EVERYBODY, type NewWorld, type World } from '../support/world.ts'

const VARIANTS = { multivariate: { variants: [{ key: 'only', rollout_percentage: 100 }] }, payloads: { only: '1' } }

async function threeFlags(world: World): Promise<World> {
  await world.newFlag({ key: 'on' })
  await world.newFlag({ key: 'variant', filters: { ...EVERYBODY, ...VARIANTS } })
  await world.newFlag({ key: 'out', filters: { groups: [{ rollout_percentage: 0 }] } })
  return world
}

/** The response to a `POST` at `url`, without the fields that every form has. */
async function ask({ anonymous, project }: World, url: string): Promise<JsonObject> {
  const { status, body } = await anonymous.post(url, { token: project.apiToken, distinct_id: 'u1' })
  expect(status).toBe(200)
  const { errorsWhileComputingFlags, requestId, evaluatedAt, ...rest } = body
  expect([errorsWhileComputingFlags, typeof requestId, typeof evaluatedAt]).toEqual([false, 'string', 'number'])
  return rest
}

const VALUES = { featureFlags: { on: true, variant: 'only', out: false }, featureFlagPayloads: { variant: '1' } }
const FLAGS = {
  minimalFlagCalledEvents: true,
  flags: {
    on: expect.objectContaining({ enabled: true, variant: null }),
    variant: expect.objectContaining({ enabled: true, variant: 'only' }),
    out: expect.objectContaining({ enabled: false, variant: null }),
  },
}

/** Requests of SDKs in addition to evaluation and events: docs/behaviour/protocols.md. */
export function sdkProtocols(newWorld: NewWorld): void {
  for (const [url, expected] of [
    ['/flags/', { ...SDK_CONFIG, ...FLAGS }],
    ['/flags?v=2', FLAGS],
    ['/flags/?v=2&config=true', { ...SDK_CONFIG, ...FLAGS }],
    ['/flags/?v=1', VALUES],
    ['/flags/?v=1&config=true', { ...SDK_CONFIG, ...VALUES }],
    ['/flags/?config=true', { ...SDK_CONFIG, ...VALUES }],
    ['/decide/', { ...SDK_CONFIG, featureFlags: ['on', 'variant'] }],
    ['/decide?v=1', { ...SDK_CONFIG, featureFlags: ['on', 'variant'] }],
    ['/decide/?v=2', { ...SDK_CONFIG, featureFlags: { on: true, variant: 'only' } }],
    ['/decide/?v=3', { ...SDK_CONFIG, ...VALUES }],
    ['/decide/?v=4', { ...SDK_CONFIG, ...FLAGS }],
  ] as const) {
    it(`PROTO-1 PROTO-2 have their own form at ${url}`, async () => {
      expect(await ask(await threeFlags(await newWorld()), url)).toEqual(expected)
    })
  }

  it('PROTO-2 are refused at /decide/ as at /flags/', async () => {
    const { anonymous, project } = await newWorld()
    expect((await anonymous.post('/decide/', { token: 'phc_unknown', distinct_id: 'u' })).status).toBe(401)
    expect((await anonymous.post('/decide/', { token: project.apiToken })).status).toBe(400)
  })

  it('PROTO-3 get their configuration as JSON and as a script, with the token of a project', async () => {
    const { anonymous, project, api } = await newWorld()
    const { status, body, headers } = await anonymous.get(`/array/${project.apiToken}/config?ip=0`)
    expect([status, body]).toEqual([200, SDK_CONFIG])
    expect(headers['cache-control']).toBe('public, max-age=300')
    const script = await api.application.handle(plainRequest('GET', `/array/${project.apiToken}/config.js`))
    expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(script.body).toContain(`["${project.apiToken}"]={"config":`)
  })

  it('PROTO-3 get none with another token', async () => {
    const { anonymous, project, owner } = await newWorld()
    for (const token of ['phc_unknown', project.secretApiToken, owner.key, '%22%5D', '%00']) {
      for (const file of ['config', 'config.js']) {
        expect((await anonymous.get(`/array/${token}/${file}`)).status, token).toBe(404)
      }
    }
  })

  describe('PROTO-5 send events', () => {
    for (const path of [
      '/batch/',
      '/e/',
      '/i/v0/e/',
      '/i/v1/analytics/events',
      '/capture/',
      '/track/',
      '/engage/',
    ] as const) {
      it(`to ${path}, with or without a slash, of a project that is known`, async () => {
        const { anonymous, project } = await newWorld()
        const token = project.apiToken
        const event = { event: 'seen', properties: { distinct_id: 'u' } }
        const inProperties = { event: 'seen', properties: { token, distinct_id: 'u' } }
        for (const body of [
          { api_key: token, batch: [event] },
          { batch: [inProperties, event] },
          { batch: [{ ...event, token }] },
        ]) {
          expect((await anonymous.post(path, body)).status).toBe(200)
        }
        const named = { batch: [event] }
        expect((await anonymous.post(path.replace(/\/$/, ''), named, { headers: bearer(token) })).status).toBe(200)
        expect((await anonymous.post(`${path}?token=${token}`, named)).status).toBe(200)
        for (const [body, headers] of [
          [named, {}],
          [{ api_key: 'phc_unknown' }, {}],
          [[{}], {}],
          [[], {}],
          [[5], {}],
          [named, bearer(project.secretApiToken)],
        ] as const) {
          expect((await anonymous.post(path, body, { headers })).status).toBe(401)
        }
        for (const body of ['x', 5, null]) expect((await anonymous.post(path, body)).status).toBe(400)
      })
    }
  })
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}
