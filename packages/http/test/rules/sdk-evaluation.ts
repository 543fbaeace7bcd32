import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { plainRequest } from '../../src/rest/plain-request.ts'
import { answeredKeys, askFlags } from '../support/ask-flags.ts'
import { insertBrokenFlag } from '../support/insert-broken-flag.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Responses to SDKs that evaluate remotely: docs/behaviour/protocols.md. */
export function sdkEvaluation(newWorld: NewWorld): void {
  it('SNAP-13 decides every enabled flag', async () => {
    const world = await newWorld()
    const { id } = await world.newFlag({
      key: 'on',
      name: 'Not told',
      filters: { ...EVERYBODY, payloads: { true: [1] } },
    })
    await world.newFlag({ key: 'out', filters: { groups: [{ rollout_percentage: 0 }] } })
    const { status, body, headers } = await askFlags(world)
    expect(status).toBe(200)
    expect(body).toEqual({
      errorsWhileComputingFlags: false,
      requestId: headers['x-request-id'],
      evaluatedAt: Date.UTC(2026, 0, 1, 12),
      minimalFlagCalledEvents: true,
      flags: {
        on: {
          key: 'on',
          enabled: true,
          variant: null,
          reason: { code: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
          metadata: { id, version: 1, description: null, payload: '[1]', has_experiment: false },
        },
        out: expect.objectContaining({
          enabled: false,
          reason: { code: 'out_of_rollout_bound', condition_index: 0, description: 'Out of rollout bound' },
        }),
      },
    })
  })

  it('PROTO-1 answers variants with their payloads', async () => {
    const world = await newWorld()
    const variants = [{ key: 'only', rollout_percentage: 100 }]
    const payloads = { only: '{"a":1}' }
    await world.newFlag({ key: 'm', filters: { ...EVERYBODY, multivariate: { variants }, payloads } })
    expect((await askFlags(world)).body.flags).toMatchObject({
      m: { enabled: true, variant: 'only', metadata: { payload: '{"a":1}' } },
    })
  })

  describe('PROTO-4 the tag of what flags answer', () => {
    const properties = [{ key: 'plan', type: 'person', value: 'pro' }]

    it('answers 304 without a body to whoever has it, whoever asks', async () => {
      const world = await newWorld()
      await world.newFlag({ filters: { groups: [{ properties }] } })
      const first = await askFlags(world)
      const { etag = '' } = first.headers
      expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
      for (const tag of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const again = await askFlags(world, { distinct_id: 'u2' }, '?v=2', { 'if-none-match': tag })
        expect([again.status, again.text, again.headers.etag], tag).toEqual([304, null, etag])
      }
      expect((await askFlags(world, {}, '?v=2', { 'if-none-match': '"x"' })).status).toBe(200)
    })

    it('is another for another answer, another form, and after a change', async () => {
      const world = await newWorld()
      const { id } = await world.newFlag({ filters: { groups: [{ properties }], payloads: { true: '1' } } })
      const tagOf = async (fields: JsonObject = {}, query = '?v=2') =>
        (await askFlags(world, fields, query)).headers.etag
      const asked = [
        ...[await tagOf(), await tagOf({ person_properties: { plan: 'pro' } }), await tagOf({ disable_flags: true })],
        ...[await tagOf({}, '?v=1'), await tagOf({}, '?v=2&config=1')],
      ]
      await world.owner.patch(`${world.flags}${id}/`, {
        filters: { groups: [{ properties }], payloads: { true: '2' } },
      })
      asked.push(await tagOf(), await tagOf({ person_properties: { plan: 'pro' } }))
      expect(new Set(asked).size).toBe(asked.length)
    })

    it('is a tag of content: with all as it was it is what it was, whatever became of the project meanwhile', async () => {
      const world = await newWorld()
      await world.newFlag()
      const { etag } = (await askFlags(world)).headers
      await world.newFlag({ key: 'off', active: false })
      expect((await askFlags(world)).headers.etag).toBe(etag)
    })
  })

  it('SNAP-13 leaves out flags that are disabled or deleted', async () => {
    const world = await newWorld()
    const gone = await world.newFlag({ key: 'gone' })
    await world.newFlag({ key: 'off', active: false })
    await world.newFlag({ key: 'on' })
    await world.owner.patch(`${world.flags}${gone.id}/`, { deleted: true })
    expect(answeredKeys(await askFlags(world))).toEqual(['on'])
  })

  it('SNAP-1 sees a change as soon as it was answered', async () => {
    const world = await newWorld()
    const { owner, flags, newFlag } = world
    expect(answeredKeys(await askFlags(world))).toEqual([])
    const { id } = await newFlag({ key: 'k' })
    for (const active of [true, false, true]) {
      await owner.patch(`${flags}${id}/`, { active })
      expect(answeredKeys(await askFlags(world))).toEqual(active ? ['k'] : [])
    }
  })

  it('HTTP-15 does not mistake flags called __proto__ or constructor for something else', async () => {
    const world = await newWorld()
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
    for (const key of names) await world.newFlag({ key })
    const response = await askFlags(world)
    expect(answeredKeys(response)).toEqual(names.toSorted())
    for (const key of names) expect(response.text).toContain(`"${key}":{"key":"${key}","enabled":true`)
    expect(answeredKeys(await askFlags(world, { flag_keys: ['__proto__'] }))).toEqual(['__proto__'])
    const old = await askFlags(world, {}, '?v=1')
    expect(Object.keys(old.body.featureFlags as JsonObject).toSorted()).toEqual(names.toSorted())
  })

  it('HTTP-71 marks a flag that failed, and answers the others', async () => {
    const world = await newWorld()
    await world.newFlag({ key: 'sound' })
    expect((await askFlags(world)).body).toMatchObject({ errorsWhileComputingFlags: false })
    await insertBrokenFlag(world, 'broken')
    const { body } = await askFlags(world)
    expect(body).toMatchObject({
      errorsWhileComputingFlags: true,
      flags: { sound: { enabled: true }, broken: { enabled: false, failed: true } },
    })
    expect((body.flags as unknown as { sound: object }).sound).not.toHaveProperty('failed')
  })

  describe('the project', () => {
    for (const token of [undefined, null, '', 'phc_unknown', 5, {}, '\0', '\ud800', 'x'.repeat(100_000)]) {
      it(`HTTP-71 is refused with 401 as ${JSON.stringify(token)?.slice(0, 20)}, whatever else is wrong`, async () => {
        const { anonymous } = await newWorld()
        const { status, body } = await anonymous.post('/flags/?v=2', { token })
        expect(status).toBe(401)
        expect(body).toEqual({
          type: 'authentication_error',
          code: 'authentication_failed',
          detail: 'Incorrect authentication credentials.',
          attr: null,
        })
      })
    }

    it('HTTP-71 is not named by a secret token or a personal key', async () => {
      const { anonymous, owner, project } = await newWorld()
      for (const token of [project.secretApiToken, owner.key]) {
        expect((await anonymous.post('/flags/?v=2', { token, distinct_id: 'u' })).status).toBe(401)
      }
    })

    it('HTTP-115 is not named by a personal key or a secret token, and the detail says which token is needed', async () => {
      const { anonymous, owner, project } = await newWorld()
      for (const [token, what] of [
        [owner.key, 'a personal API key (phx_…)'],
        [project.secretApiToken, "a project's secret token (phs_…)"],
      ] as const) {
        const { body } = await anonymous.post('/flags/?v=2', { token, distinct_id: 'u' })
        expect(body.detail).toBe(`The token is ${what}: send the project's public token (phc_…) instead.`)
      }
    })

    it('PROJ-11 is the only one whose flags are answered', async () => {
      const world = await newWorld()
      await world.outsider.post(`/api/projects/${world.foreign.project.id}/feature_flags/`, { key: 'theirs' })
      await world.newFlag({ key: 'ours' })
      expect(answeredKeys(await askFlags(world))).toEqual(['ours'])
    })
  })

  describe('which flags are answered', () => {
    it('SNAP-13 can be said by key, under both names; dependencies count all the same', async () => {
      const world = await newWorld()
      const base = await world.newFlag({ key: 'base' })
      const dependsOn = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true }
      await world.newFlag({ key: 'dependent', filters: { groups: [{ properties: [dependsOn] }] } })
      await world.newFlag({ key: 'other' })
      for (const name of ['flag_keys', 'flag_keys_to_evaluate']) {
        const asked = await askFlags(world, { [name]: ['dependent', 'unknown', 7, null] })
        expect(answeredKeys(asked).filter((key) => key !== 'base')).toEqual(['dependent'])
        expect(asked.body.flags).toMatchObject({ dependent: { enabled: true } })
        expect(answeredKeys(await askFlags(world, { [name]: [] }))).toEqual([])
        expect(answeredKeys(await askFlags(world, { [name]: 'dependent' }))).toHaveLength(3)
      }
    })

    it('SNAP-13 can be said by context, under both names; flags without contexts are for all', async () => {
      const world = await newWorld()
      await world.newFlag({ key: 'free' })
      await world.newFlag({ key: 'web', evaluation_contexts: ['web', 'docs'] })
      await world.newFlag({ key: 'app', evaluation_contexts: ['app'] })
      for (const name of ['evaluation_contexts', 'evaluation_environments']) {
        expect(answeredKeys(await askFlags(world, { [name]: ['web'] }))).toEqual(['free', 'web'])
        expect(answeredKeys(await askFlags(world, { [name]: ['docs', 'app'] }))).toEqual(['app', 'free', 'web'])
        expect(answeredKeys(await askFlags(world, { [name]: [] }))).toEqual(['app', 'free', 'web'])
      }
      expect(answeredKeys(await askFlags(world))).toEqual(['app', 'free', 'web'])
    })

    it('PROTO-6 are those of surveys alone where a page asks for no others', async () => {
      const world = await newWorld()
      const other = await world.newFlag({ key: 'other' })
      const off = { key: String(other.id), type: 'flag', operator: 'flag_evaluates_to', value: false }
      await world.newFlag({ key: 'survey-targeting-1-custom', filters: { groups: [{ properties: [off] }] } })
      const asked = await askFlags(world, {}, '?v=2&only_evaluate_survey_feature_flags=true')
      expect(asked.body.flags).toMatchObject({ 'survey-targeting-1-custom': { enabled: true } })
      expect(answeredKeys(asked)).toEqual(['survey-targeting-1-custom'])
      const none = await askFlags(world, { flag_keys: ['other'] }, '?v=2&only_evaluate_survey_feature_flags=1')
      expect(answeredKeys(none)).toEqual([])
      expect(answeredKeys(await askFlags(world, {}, '?v=2&only_evaluate_survey_feature_flags=false'))).toHaveLength(2)
    })

    const runtimes: readonly [string, JsonObject, Record<string, string>, readonly string[]][] = [
      ['stated as server', { evaluation_runtime: 'server' }, {}, ['free', 'server']],
      ['stated as client', { evaluation_runtime: 'client' }, { 'user-agent': 'posthog-node/5' }, ['client', 'free']],
      ['stated as all', { evaluation_runtime: 'all' }, {}, ['client', 'free', 'server']],
      ['told by a server SDK', {}, { 'user-agent': 'posthog-python/6.0' }, ['free', 'server']],
      ['told by a browser', {}, { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' }, ['client', 'free']],
      ['told by an origin', {}, { origin: 'https://a.test' }, ['client', 'free']],
      ['told by nothing', {}, { 'user-agent': 'curl/8' }, ['free']],
      ['stated as nonsense', { evaluation_runtime: 'toaster' }, {}, ['free']],
    ]
    for (const [what, fields, headers, expected] of runtimes) {
      it(`SNAP-13 follows from the runtime ${what}`, async () => {
        const world = await newWorld()
        await world.newFlag({ key: 'free' })
        await world.newFlag({ key: 'server', evaluation_runtime: 'server' })
        await world.newFlag({ key: 'client', evaluation_runtime: 'client' })
        const body = { token: world.project.apiToken, distinct_id: 'u', ...fields }
        expect(answeredKeys(await world.anonymous.post('/flags/?v=2', body, { headers }))).toEqual(expected)
      })
    }

    it('HTTP-71 are none with disable_flags', async () => {
      const world = await newWorld()
      await world.newFlag()
      expect((await askFlags(world, { disable_flags: true })).body).toMatchObject({
        errorsWhileComputingFlags: false,
        flags: {},
      })
      expect(answeredKeys(await askFlags(world, { disable_flags: false }))).toHaveLength(1)
    })
  })

  describe('the form of the answer', () => {
    const forms: readonly [string, 'flags' | 'featureFlags'][] = [
      ['?v=2', 'flags'],
      ['', 'flags'],
      ['?v=2&config=true', 'flags'],
      ['?v=3', 'flags'],
      ['?v=1', 'featureFlags'],
      ['?v=1&config=true', 'featureFlags'],
      ['?config=true', 'featureFlags'],
    ]
    for (const [query, field] of forms) {
      it(`PROTO-1 has ${field} for ${query || 'no query'}, with and without a slash`, async () => {
        const { anonymous, project } = await newWorld()
        for (const path of ['/flags/', '/flags']) {
          const body = { token: project.apiToken, distinct_id: 'u' }
          expect((await anonymous.post(`${path}${query}`, body)).body).toHaveProperty(field)
        }
      })
    }

    it('PROTO-1 has values and payloads in two maps for version 1', async () => {
      const world = await newWorld()
      const variants = [{ key: 'only', rollout_percentage: 100 }]
      await world.newFlag({ key: 'b', filters: { ...EVERYBODY, payloads: { true: '1' } } })
      await world.newFlag({ key: 'm', filters: { ...EVERYBODY, multivariate: { variants } } })
      await world.newFlag({ key: 'out', filters: { groups: [{ rollout_percentage: 0 }] } })
      expect((await askFlags(world, {}, '?v=1')).body).toEqual({
        featureFlags: { b: true, m: 'only', out: false },
        featureFlagPayloads: { b: '1' },
        errorsWhileComputingFlags: false,
        requestId: expect.any(String),
        evaluatedAt: expect.any(Number),
      })
    })

    it('HTTP-23 names the request by its own id or by a new UUID', async () => {
      const { anonymous, project, api } = await newWorld()
      const body = { token: project.apiToken, distinct_id: 'u' }
      const { body: answered, headers } = await anonymous.post('/flags/?v=2', body)
      expect(answered.requestId).toBe(headers['x-request-id'])
      const response = await api.application.handle(plainRequest('POST', '/flags/?v=2', { json: body }))
      const { requestId } = JSON.parse(String(response.body))
      expect(requestId).toMatch(UUID)
      expect(response.headers['x-request-id']).toBe(requestId)
    })
  })

  describe('the endpoint', () => {
    it('HTTP-71 answers GET with an empty, valid body, and HEAD with its headers', async () => {
      const { anonymous } = await newWorld()
      for (const path of ['/flags/', '/flags', '/flags/?v=2&token=x']) {
        const { status, body } = await anonymous.get(path)
        expect(status).toBe(200)
        expect(body).toMatchObject({ errorsWhileComputingFlags: false, flags: {} })
        expect(await anonymous.send('HEAD', path)).toMatchObject({ status: 200, text: null })
      }
    })

    it('HTTP-26 answers a preflight with 204 and every header that was asked for', async () => {
      const { anonymous } = await newWorld()
      const { status, text, headers } = await anonymous.send('OPTIONS', '/flags/?v=2', {
        headers: {
          origin: 'https://shop.acme.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-custom',
        },
      })
      expect({ status, text }).toEqual({ status: 204, text: null })
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://shop.acme.test',
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'content-type,x-custom',
        'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS',
        vary: 'Origin',
      })
      expect((await anonymous.send('OPTIONS', '/flags/')).status).toBe(204)
    })

    it('HTTP-26 lets every origin read answers and refusals', async () => {
      const world = await newWorld()
      const headers = { origin: 'https://shop.acme.test' }
      const readable = {
        'access-control-allow-origin': 'https://shop.acme.test',
        'access-control-allow-credentials': 'true',
      }
      const good = { token: world.project.apiToken, distinct_id: 'u' }
      for (const body of [good, {}, { token: world.project.apiToken }]) {
        expect((await world.anonymous.post('/flags/?v=2', body, { headers })).headers).toMatchObject(readable)
      }
      expect((await world.anonymous.delete('/flags/', { headers })).headers).toMatchObject(readable)
    })

    it('HTTP-5 has no other methods', async () => {
      const { anonymous } = await newWorld()
      for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'get']) {
        const { status, body } = await anonymous.send(method, '/flags/')
        expect(status).toBe(405)
        expect(body.detail).toBe(`Method "${method}" not allowed.`)
      }
    })

    it('HTTP-62 is as new as Flagdeck-Min-Version asks', async () => {
      const world = await newWorld()
      const written = await world.owner.post(world.flags, { key: 'fresh' })
      const headers = { 'flagdeck-min-version': String(written.headers['flagdeck-version']) }
      const body = { token: world.project.apiToken, distinct_id: 'u' }
      expect(answeredKeys(await world.anonymous.post('/flags/', body, { headers }))).toEqual(['fresh'])
    })
  })
}
