import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flagdeckApplication } from '../../src/api/flagdeck-application.ts'
import { plainRequest } from '../../src/rest/plain-request.ts'
import { Caller } from '../support/caller.ts'
import type { NewWorld } from '../support/world.ts'

const NOT_PROVIDED = {
  type: 'authentication_error',
  code: 'not_authenticated',
  detail: 'Authentication credentials were not provided.',
  attr: null,
}

function invalidKey(source: string): JsonObject {
  return {
    type: 'authentication_error',
    code: 'authentication_failed',
    detail: `Personal API key found in ${source} is invalid.`,
    attr: null,
  }
}

/** The detail of {@link invalidKey}, with the kind of token that was sent instead. */
function tokenForKey(kind: 'public' | 'secret', prefix: 'phc_…' | 'phs_…'): JsonObject {
  const detail = expect.stringContaining(`The request Authorization header has a project's ${kind} token (${prefix})`)
  return { ...invalidKey('request Authorization header'), detail }
}

/** Access to the API, and the form of refusals: docs/behaviour/http.md. */
export function authentication(newWorld: NewWorld): void {
  describe('a personal key', () => {
    it('HTTP-63 is found in the header, the body and the query', async () => {
      const { anonymous, owner, flags } = await newWorld()
      const { key } = owner
      expect((await anonymous.get(flags, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
      expect((await anonymous.get(flags, { headers: { authorization: `bearer   ${key} ` } })).status).toBe(200)
      expect((await anonymous.get(`${flags}?personal_api_key=${key}`)).status).toBe(200)
      const inBody = await anonymous.post(flags, { key: 'by-body', personal_api_key: key })
      expect(inBody.status).toBe(201)
      expect(inBody.body).not.toHaveProperty('personal_api_key')
    })

    it('HTTP-63 is not looked for in a form', async () => {
      const { anonymous, owner, flags } = await newWorld()
      const form = { body: `key=by-form&personal_api_key=${owner.key}`, headers: { 'content-type': FORM } }
      const refused = await anonymous.send('POST', flags, form)
      expect([refused.status, refused.body]).toEqual([401, NOT_PROVIDED])
      expect((await owner.send('POST', flags, form)).status).toBe(201)
    })

    it('HTTP-63 is not looked for in large bodies, nor in those that are taken as they come', async () => {
      const { anonymous, owner, flags, project } = await newWorld()
      const withKey = (size: number) => ({ personal_api_key: owner.key, key: 'k', ignored: 'x'.repeat(size) })
      expect((await anonymous.post(flags, withKey(250_000))).status).toBe(201)
      const large = await anonymous.post(flags, withKey(263_000))
      expect([large.status, large.body]).toEqual([401, NOT_PROVIDED])
      const cohorts = `/api/projects/${project.id}/cohorts/`
      const { body: cohort } = await owner.post(cohorts, { name: 'c', is_static: true })
      const members = `${cohorts}${cohort.id}/add_persons_to_static_cohort/`
      const asItCame = await anonymous.post(members, { personal_api_key: owner.key, distinct_ids: ['u'] })
      expect([asItCame.status, asItCame.body]).toEqual([401, NOT_PROVIDED])
      expect((await owner.post(members, { distinct_ids: ['u'] })).status).toBe(200)
    })

    it('HTTP-115 is refused without Bearer, and the detail says what is missing', async () => {
      const { anonymous, owner, flags, project } = await newWorld()
      for (const url of [flags, `/flags/definitions?token=${project.apiToken}`]) {
        const { status, body } = await anonymous.get(url, { headers: { authorization: String(owner.key) } })
        const detail =
          'The request Authorization header has a key without "Bearer". Send "Authorization: Bearer phx_…".'
        expect([status, body]).toEqual([401, { ...NOT_PROVIDED, detail }])
      }
    })

    it('KEY-4 counts where it is found first, and the refusal names the place', async () => {
      const { anonymous, owner, flags } = await newWorld()
      const { key } = owner
      const refusal = async (header: string | undefined, inBody: unknown, inQuery: string | undefined) => {
        const url = inQuery === undefined ? flags : `${flags}?personal_api_key=${inQuery}`
        const headers = header === undefined ? {} : { authorization: `Bearer ${header}` }
        const body = { key: 'k', ...(inBody === undefined ? {} : { personal_api_key: inBody }) }
        const answer = await anonymous.post(url, body, { headers })
        expect(answer.status).toBe(401)
        return answer.body
      }
      expect(await refusal('wrong', key, key)).toEqual(invalidKey('request Authorization header'))
      expect(await refusal(undefined, 'wrong', key)).toEqual(invalidKey('body'))
      expect(await refusal(undefined, undefined, 'wrong')).toEqual(invalidKey('request query string'))
      expect(await refusal(undefined, 5, 'wrong')).toEqual(invalidKey('request query string'))
      expect(await refusal(undefined, undefined, `${key}&personal_api_key=wrong`)).toEqual(
        invalidKey('request query string'),
      )
      expect((await owner.get(flags)).body.count).toBe(0)
    })

    it('HTTP-63 is missing when the header says something else', async () => {
      const { anonymous, owner, flags } = await newWorld()
      for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpw', `Token ${owner.key}`]) {
        const { status, body } = await anonymous.get(flags, { headers: { authorization } })
        expect(status, authorization).toBe(401)
        expect(body, authorization).toEqual(NOT_PROVIDED)
      }
    })

    it('KEY-2 is never a project token, public or secret', async () => {
      const { api, project, flags } = await newWorld()
      for (const [token, refusal] of [
        [project.apiToken, tokenForKey('public', 'phc_…')],
        [project.secretApiToken, tokenForKey('secret', 'phs_…')],
        ['phx_', invalidKey('request Authorization header')],
        ['\u00e9', invalidKey('request Authorization header')],
        ['x'.repeat(10_000), invalidKey('request Authorization header')],
      ] as const) {
        const { status, body } = await new Caller(api, token).get(flags)
        expect([status, body], token).toEqual([401, refusal])
      }
    })

    it('KEY-2 is no project token either after that was let in elsewhere', async () => {
      const { api, project, flags } = await newWorld()
      const server = new Caller(api, project.secretApiToken)
      for (const path of [flags, `/api/projects/${project.id}/`, '/api/users/@me/', '/api/projects/']) {
        expect((await server.get('/flags/definitions')).status).toBe(200)
        const { status, body } = await server.get(path)
        expect([status, body], path).toEqual([401, tokenForKey('secret', 'phs_…')])
      }
    })

    it('KEY-5 is refused once it has expired, also one that was let in a moment before', async () => {
      const { api, owner, flags, keyOf } = await newWorld()
      const caller = await keyOf(owner, ['*'], { expiresAt: '2026-01-01T12:00:01Z' })
      expect((await caller.get(flags)).status).toBe(200)
      api.clock.advance(1000)
      onTestFinished(() => api.clock.advance(-1000))
      expect((await caller.get(flags)).body).toEqual(invalidKey('request Authorization header'))
      const late = await keyOf(owner, ['*'], { expiresAt: '2025-12-31T00:00:00Z' })
      expect((await late.get(flags)).status).toBe(401)
    })

    it('PROJ-4 may be bound to projects', async () => {
      const { owner, project, sister, flags, keyOf } = await newWorld()
      const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
      const { status, body } = await bound.get(flags)
      expect(status).toBe(403)
      expect(body).toEqual({
        type: 'authentication_error',
        code: 'permission_denied',
        detail: `API key does not have access to the requested project: ID ${project.id}.`,
        attr: null,
      })
      expect((await bound.get(`/api/projects/${sister.id}/feature_flags/`)).status).toBe(200)
      expect((await bound.get('/api/projects/@current/feature_flags/')).status).toBe(200)
    })

    it('PROJ-4 may be bound to organizations', async () => {
      const { owner, foreign, organization, flags, keyOf } = await newWorld()
      const bound = await keyOf(owner, ['*'], { organizationIds: [foreign.organization.id] })
      const { status, body } = await bound.get(flags)
      expect(status).toBe(403)
      expect(body.detail).toBe(`API key does not have access to the requested organization: ID ${organization.id}.`)
    })
  })

  describe('the project', () => {
    it('PROJ-3 is the current one as @current', async () => {
      const { member, project, newFlag } = await newWorld()
      const flag = await newFlag()
      const list = await member.get('/api/projects/@current/feature_flags/')
      expect(list.body).toMatchObject({ count: 1, results: [{ id: flag.id }] })
      const created = await member.post('/api/projects/@current/feature_flags', { key: 'k' })
      expect(created.status).toBe(201)
      expect((await member.get(`/api/projects/${project.id}/feature_flags/${created.body.id}/`)).status).toBe(200)
    })

    it('HTTP-64 is the one that ?token= names, whatever the path says', async () => {
      const { owner, project, sister, foreign } = await newWorld()
      const created = await owner.post(`/api/projects/${project.id}/feature_flags/?token=${sister.apiToken}`, {
        key: 'in-the-sister',
      })
      expect(created.status).toBe(201)
      for (const path of [sister.id, project.id, foreign.project.id, '@current', 0]) {
        const { body } = await owner.get(`/api/projects/${path}/feature_flags/?token=${sister.apiToken}`)
        expect(body, String(path)).toMatchObject({ count: 1, results: [{ id: created.body.id }] })
      }
    })

    it('HTTP-64 is the one of ?api_key= or the header, where there is no ?token=', async () => {
      const { owner, project, sister, foreign } = await newWorld()
      const { body: flag } = await owner.post(`/api/projects/${sister.id}/feature_flags/`, { key: 'in-the-sister' })
      const flags = `/api/projects/${project.id}/feature_flags/`
      const named = { 'x-posthog-project-api-key': sister.apiToken }
      for (const answer of [
        await owner.get(`${flags}?api_key=${sister.apiToken}`),
        await owner.get(flags, { headers: named }),
        await owner.get(`${flags}?token=${sister.apiToken}&api_key=phc_unknown`, {
          headers: { 'x-posthog-project-api-key': 'phc_unknown' },
        }),
      ]) {
        expect(answer.body).toMatchObject({ count: 1, results: [{ id: flag.id }] })
      }
      const strange = { 'x-posthog-project-api-key': foreign.project.apiToken }
      expect((await owner.get(flags, { headers: strange })).status).toBe(403)
    })

    it('HTTP-64 is the path’s own where ?token= is empty', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      for (const query of ['?token=', '?token', '?token=phc_unknown&token=']) {
        expect((await owner.get(`${flags}${query}`)).body, query).toMatchObject({ count: 1, results: [{ id }] })
      }
    })

    it('PROJ-1 is refused with 401 when ?token= is unknown, and with 403 when it is a stranger’s', async () => {
      const { owner, foreign, project, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      const refusal = {
        type: 'authentication_error',
        code: 'authentication_failed',
        detail: 'Incorrect authentication credentials.',
        attr: null,
      }
      const needed = ": send the project's public token (phc_…) instead."
      for (const [token, detail] of [
        ['phc_unknown', refusal.detail],
        ['%00', refusal.detail],
        ['%F0%9F%98%80', refusal.detail],
        [project.secretApiToken, `The token is a project's secret token (phs_…)${needed}`],
        [String(owner.key), `The token is a personal API key (phx_…)${needed}`],
      ] as const) {
        for (const answer of [
          await owner.get(`${flags}?token=${token}`),
          await owner.patch(`${flags}${id}/?token=${token}`, { name: 'x' }),
        ]) {
          expect({ status: answer.status, body: answer.body }, token).toEqual({
            status: 401,
            body: { ...refusal, detail },
          })
        }
      }
      expect((await owner.get(`${flags}?token=${foreign.project.apiToken}`)).status).toBe(403)
      expect((await owner.get(`${flags}?token=${project.apiToken}&token=phc_unknown`)).status).toBe(401)
    })
  })

  describe('what else can be wrong', () => {
    it('HTTP-8 is not told to those who may not ask', async () => {
      const { anonymous, outsider, flags } = await newWorld()
      const wrong = { body: '{"key":', headers: { 'content-type': 'application/json' } }
      expect((await anonymous.send('POST', flags, wrong)).status).toBe(401)
      expect((await outsider.send('POST', flags, wrong)).status).toBe(403)
      expect((await anonymous.get(`${flags}abc/`)).status).toBe(401)
      expect((await outsider.get(`${flags}activity/?page=x`)).status).toBe(403)
    })

    it('HTTP-4 is a path that does not exist: 404, with a key and without', async () => {
      const { anonymous, owner, flags } = await newWorld()
      for (const path of [
        '/',
        '/api/',
        '/api/projects/1/nothing/',
        `${flags}1/nothing/`,
        '/flags/x/',
        '//',
        '/..%2f',
      ]) {
        for (const caller of [anonymous, owner]) {
          const { status, body } = await caller.get(path)
          expect(status, path).toBe(404)
          expect(body).toEqual({ type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null })
        }
      }
    })

    it('HTTP-5 is a method that does not exist: 405 with those that do', async () => {
      const { owner, anonymous, flags } = await newWorld()
      const refused = await owner.put(flags, { key: 'k' })
      expect(refused.status).toBe(405)
      expect(refused.headers.allow).toBe('GET, POST, HEAD, OPTIONS')
      expect(refused.body).toEqual({
        type: 'invalid_request',
        code: 'method_not_allowed',
        detail: 'Method "PUT" not allowed.',
        attr: null,
      })
      expect((await anonymous.delete('/api/users/@me/')).status).toBe(405)
    })

    it('HTTP-14 is JSON that cannot be read: 400 with the place', async () => {
      const { owner, flags } = await newWorld()
      const headers = { 'content-type': 'application/json' }
      const { status, body } = await owner.send('POST', flags, { body: '{"key": }', headers })
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'invalid_request', code: 'parse_error', attr: null })
      expect(body.detail).toMatch(/^JSON parse error - /)
    })

    it('HTTP-12 is a media type nobody reads: 415', async () => {
      const { owner, flags } = await newWorld()
      for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', '*/*', '']) {
        const { status, body } = await owner.send('POST', flags, { body: 'x', headers: { 'content-type': type } })
        if (type === '') continue
        expect(status, type).toBe(415)
        expect(body).toMatchObject({ type: 'invalid_request', code: 'unsupported_media_type', attr: null })
      }
    })

    it('HTTP-13 is a body that is too large: 413', async () => {
      const { owner, flags } = await newWorld()
      const { status, body } = await owner.post(flags, { key: 'k', name: 'x'.repeat(2 * 1024 * 1024) })
      expect(status).toBe(413)
      expect(body).toMatchObject({ type: 'invalid_request', code: 'request_entity_too_large', attr: null })
    })

    it('HTTP-65 is asking too often: 429 with the time to wait, for this key alone and not for evaluation', async () => {
      const { api, owner, member, project, flags, keyOf } = await newWorld()
      const limited = flagdeckApplication(api.deck.context, { rateLimit: { requests: 2, windowMs: 60_000 } })
      const reader = await keyOf(owner, ['dashboard:read'])
      const get = async (key: string | undefined, url = flags) =>
        limited.handle(plainRequest('GET', url, { headers: { authorization: `Bearer ${key}` } }))
      expect((await get(owner.key)).status).toBe(200)
      expect((await get(owner.key)).status).toBe(200)
      const refused = await get(owner.key)
      expect(refused.status).toBe(429)
      expect(refused.headers['retry-after']).toBe('60')
      expect(JSON.parse(String(refused.body))).toEqual({
        type: 'throttled_error',
        code: 'throttled',
        detail: 'Request was throttled. Expected available in 60 seconds.',
        attr: null,
      })
      expect((await get(member.key)).status).toBe(200)
      for (const status of [403, 403, 429]) expect((await get(reader.key)).status).toBe(status)
      for (let poll = 0; poll < 5; poll++) {
        expect((await get(owner.key, `/flags/definitions?token=${project.apiToken}`)).status).toBe(200)
      }
    })

    it('HTTP-26 is a browser of another origin, unless it was let in', async () => {
      const { api, owner, flags } = await newWorld()
      const headers = { origin: 'https://console.acme.test' }
      expect((await owner.get(flags, { headers })).headers).not.toHaveProperty('access-control-allow-origin')
      const open = flagdeckApplication(api.deck.context, { allowedOrigins: ['https://console.acme.test'] })
      const answer = await open.handle(plainRequest('GET', flags, { headers }))
      expect(answer.headers['access-control-allow-origin']).toBe('https://console.acme.test')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    })
  })

  it('HTTP-7 works under a prefix and with links to the public address', async () => {
    const { api, owner, flags, newFlag } = await newWorld()
    await newFlag()
    await newFlag()
    const mounted = flagdeckApplication(api.deck.context, { basePath: '/v1', publicUrl: 'https://flags.acme.test/' })
    const request = { headers: { authorization: `Bearer ${owner.key}` } }
    const answer = await mounted.handle(plainRequest('GET', `/v1${flags}?limit=1`, request))
    expect(answer.status).toBe(200)
    expect(JSON.parse(String(answer.body)).next).toBe(`https://flags.acme.test/v1${flags}?limit=1&offset=1`)
    expect((await mounted.handle(plainRequest('GET', flags, request))).status).toBe(404)
  })

  it('KEY-7 notes when a key was used', async () => {
    const { owner, keyOf } = await newWorld()
    const caller = await keyOf(owner, ['feature_flag:read'])
    await expect
      .poll(async () => (await caller.get('/api/personal_api_keys/@current/')).body.last_used_at)
      .toEqual(expect.any(String))
  })
}

const FORM = 'application/x-www-form-urlencoded'
