import type { JsonObject } from '@flagdeck/core'
import { insertFlag, newPersonRow } from '@flagdeck/core/fixtures'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiResponse } from '../support/api-response.ts'
import { Caller } from '../support/caller.ts'
import { insertBrokenFlag } from '../support/insert-broken-flag.ts'
import { EVERYBODY, type NewWorld, type World } from '../support/world.ts'

const ALL = '/ofrep/v1/evaluate/flags'
const ADA = { context: { targetingKey: 'ada' } }

const publicOf = ({ api, project }: World) => new Caller(api, project.apiToken)
const secretOf = ({ api, project }: World) => new Caller(api, project.secretApiToken)
const itemsOf = ({ body }: ApiResponse) => body.flags as unknown as JsonObject[] // validated against its schema
const keysOf = (response: ApiResponse) => itemsOf(response).map(({ key }) => key)
const streamOf = ({ body }: ApiResponse) =>
  (body.eventStreams as unknown as [{ endpoint: { requestUri: string } }])[0].endpoint.requestUri // validated as well

/** OpenFeature's remote evaluation protocol: docs/behaviour/protocols.md. */
export function ofrep(newWorld: NewWorld): void {
  it('PROTO-20 evaluates all flags, disabled ones too, and single ones', async () => {
    const world = await newWorld()
    const on = await world.newFlag({ key: 'on' })
    await world.newFlag({ key: 'off', active: false })
    const answer = await publicOf(world).post(ALL, ADA)
    expect(answer.status).toBe(200)
    const item = {
      key: 'on',
      value: true,
      reason: 'STATIC',
      variant: 'true',
      metadata: { flagId: on.id, version: 1, reason: 'condition_match', conditionIndex: 0 },
    }
    expect(itemsOf(answer)).toEqual([expect.objectContaining({ key: 'off', value: false, reason: 'DISABLED' }), item])
    expect((await publicOf(world).post(`${ALL}/on`, ADA)).body).toEqual(item)
  })

  it('PROTO-20 takes the rest of the context for properties', async () => {
    const world = await newWorld()
    const properties = [{ key: 'plan', type: 'person', value: 'pro' }]
    await world.newFlag({ key: 'pro', filters: { groups: [{ properties }] } })
    const value = async (context: JsonObject) => (await publicOf(world).post(`${ALL}/pro`, { context })).body.value
    expect(await value({ targetingKey: 'ada', plan: 'pro' })).toBe(true)
    expect(await value({ targetingKey: 'ada', plan: 'free' })).toBe(false)
  })

  it('PROTO-23 answers about all others beside a payload that is nested too deeply', async () => {
    const world = await newWorld()
    const remote = (key: string, depth: number) => {
      const payloads = { true: `${'['.repeat(depth)}${']'.repeat(depth)}` }
      return world.newFlag({ key, is_remote_configuration: true, filters: { ...EVERYBODY, payloads } })
    }
    await remote('deep', 60)
    await remote('too-deep', 100_000)
    const answer = await publicOf(world).post(ALL, ADA)
    expect(answer.status).toBe(200)
    const failure = {
      key: 'too-deep',
      errorCode: 'GENERAL',
      errorDetails: expect.stringContaining('64 levels'),
      metadata: {},
    }
    expect(itemsOf(answer)).toEqual([expect.objectContaining({ key: 'deep', reason: 'STATIC' }), failure])
    const alone = await publicOf(world).post(`${ALL}/too-deep`, ADA)
    expect([alone.status, alone.body]).toEqual([400, failure])
  })

  it('PROTO-29 knows of a person what /flags/ knows', async () => {
    const world = await newWorld()
    const { api, project, anonymous } = world
    const properties = [{ key: 'plan', type: 'person', value: 'pro' }]
    await world.newFlag({ key: 'pro', filters: { groups: [{ properties }] } })
    await api.deck.context.store.write((tx) =>
      tx.persons.save(newPersonRow({ projectId: project.id, distinctId: 'ada', properties: { plan: 'pro' } })),
    )
    for (const distinct_id of ['ada', 'bob']) {
      const remote = await anonymous.post('/flags/?v=1', { token: project.apiToken, distinct_id })
      expect(remote.body.featureFlags).toEqual({ pro: distinct_id === 'ada' })
      const { body } = await publicOf(world).post(`${ALL}/pro`, { context: { targetingKey: distinct_id } })
      expect(body.value).toBe(distinct_id === 'ada')
    }
  })

  describe('PROTO-24 who may ask', () => {
    it('is who has the public token, the secret token or a key that reads flags, in either header', async () => {
      const world = await newWorld()
      await world.newFlag({ key: 'on' })
      const reader = await world.keyOf(world.owner, ['feature_flag:read'], { projectIds: [world.project.id] })
      for (const value of [world.project.apiToken, world.project.secretApiToken, reader.key ?? '']) {
        for (const headers of [{ authorization: `Bearer ${value}` }, { 'x-api-key': value }]) {
          for (const base of ['', `/api/projects/${world.project.id}`, '/api/projects/@current']) {
            const { status } = await world.anonymous.post(`${base}${ALL}/on/`, ADA, { headers: { ...headers } })
            expect(status, `${value} ${base}`).toBe(200)
          }
        }
      }
    })

    it('is nobody else', async () => {
      const world = await newWorld()
      await world.newFlag({ key: 'on' })
      const { api, project, sister, foreign, anonymous, owner, outsider, keyOf } = world
      const path = `/api/projects/${project.id}${ALL}`
      const status = async (caller: Caller, url = path) => {
        const answers = [await caller.post(url, ADA), await caller.post(`${url}/on`, ADA)]
        const [first, second] = answers
        expect(first?.status).toBe(second?.status)
        expect(answers.map(({ body }) => typeof body.errorCode)).toEqual(['string', 'string'])
        return first?.status
      }
      expect(await status(anonymous)).toBe(401)
      for (const key of ['phc_x', 'phs_x', 'phx_x', 'x']) {
        expect(await status(new Caller(api, key)), key).toBe(401)
        expect(await status(new Caller(api, key), ALL), key).toBe(401)
      }
      expect(await status(await keyOf(owner, ['dashboard:read']))).toBe(403)
      for (const { apiToken, secretApiToken } of [sister, foreign.project]) {
        expect(await status(new Caller(api, apiToken))).toBe(403)
        expect(await status(new Caller(api, secretApiToken))).toBe(403)
      }
      expect(await status(outsider)).toBe(403)
      expect((await owner.post(`/api/projects/999999999${ALL}`, ADA)).status).toBe(404)
    })

    it('with the public token sees no flag that only runs on servers', async () => {
      const world = await newWorld()
      await world.newFlag({ key: 'any' })
      await world.newFlag({ key: 'client', evaluation_runtime: 'client' })
      await world.newFlag({ key: 'server', evaluation_runtime: 'server' })
      expect(keysOf(await publicOf(world).post(ALL, ADA))).toEqual(['any'])
      const headers = { origin: 'https://shop.acme.test' }
      expect(keysOf(await publicOf(world).post(ALL, ADA, { headers }))).toEqual(['any', 'client'])
      expect(keysOf(await secretOf(world).post(ALL, ADA))).toEqual(['any', 'client', 'server'])
      expect((await publicOf(world).post(`${ALL}/server`, ADA)).status).toBe(404)
      expect((await secretOf(world).post(`${ALL}/server`, ADA)).status).toBe(200)
    })
  })

  describe('PROTO-23 a refusal', () => {
    const cases: readonly [string, string | object, string, number][] = [
      ['no targeting key', {}, 'TARGETING_KEY_MISSING', 400],
      ['a targeting key of another type', { context: { targetingKey: [] } }, 'INVALID_CONTEXT', 400],
      ['a context that is none', { context: [] }, 'INVALID_CONTEXT', 400],
      ['a body that is no object', [], 'INVALID_CONTEXT', 400],
      ['a body that is no JSON', '{', 'PARSE_ERROR', 400],
      ['a body that is too large', `{"context":{"x":"${'x'.repeat(2 * 1024 * 1024)}"}}`, 'GENERAL', 400],
    ]
    for (const [what, body, errorCode, status] of cases) {
      it(`of ${what} is ${status} ${errorCode}, with the key of a single flag`, async () => {
        const world = await newWorld()
        const options = typeof body === 'string' ? { body } : { json: body }
        const headers = { 'content-type': 'application/json; charset=utf-8' }
        const bulk = await publicOf(world).send('POST', ALL, { headers, ...options })
        expect([bulk.status, bulk.body]).toEqual([status, { errorCode, errorDetails: expect.any(String) }])
        const single = await publicOf(world).send('POST', `${ALL}/%41`, { headers, ...options })
        expect([single.status, single.body]).toEqual([
          status,
          { key: 'A', errorCode, errorDetails: expect.any(String), metadata: {} },
        ])
      })
    }

    it('of another media type is a parse error', async () => {
      const world = await newWorld()
      const headers = { 'content-type': 'text/plain' }
      const { status, body } = await publicOf(world).send('POST', ALL, { headers, body: '{}' })
      expect([status, body.errorCode]).toEqual([400, 'PARSE_ERROR'])
    })

    it('of an unknown flag is 404 FLAG_NOT_FOUND with its key', async () => {
      const world = await newWorld()
      for (const [path, key] of [
        ['unknown', 'unknown'],
        ['a%20b%C3%A9', 'a bé'],
        ['__proto__', '__proto__'],
        // As older providers send it, without encoding.
        ['a/b', 'a/b'],
        ['a/b/', 'a/b'],
        ['a%2Fb', 'a/b'],
        ['100%', '100%'],
        ['%ff', '%ff'],
        ['%00', '%00'],
      ]) {
        for (const base of ['', `/api/projects/${world.project.id}`]) {
          const headers = { origin: 'https://shop.acme.test' }
          const { status, body, headers: sent } = await publicOf(world).post(`${base}${ALL}/${path}`, ADA, { headers })
          const failure = { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.any(String), metadata: {} }
          expect([status, body]).toEqual([404, failure])
          expect(sent['access-control-allow-origin']).toBe(headers.origin)
        }
      }
    })

    it('of an unknown project is 404 GENERAL, with the key of a single flag', async () => {
      const { owner } = await newWorld()
      const errorDetails = 'Project not found.'
      for (const id of ['999999999', 'x']) {
        const bulk = await owner.post(`/api/projects/${id}${ALL}`, ADA)
        expect([bulk.status, bulk.body]).toEqual([404, { errorCode: 'GENERAL', errorDetails }])
        const single = await owner.post(`/api/projects/${id}${ALL}/on`, ADA)
        expect([single.status, single.body]).toEqual([
          404,
          { key: 'on', errorCode: 'GENERAL', errorDetails, metadata: {} },
        ])
      }
    })

    it('of a flag that cannot be evaluated spoils only that flag', async () => {
      const world = await newWorld()
      await world.newFlag({ key: 'sound' })
      await insertBrokenFlag(world, 'broken')
      const all = await publicOf(world).post(ALL, ADA)
      expect(itemsOf(all)).toMatchObject([
        { key: 'broken', errorCode: 'GENERAL' },
        { key: 'sound', value: true },
      ])
      const single = await publicOf(world).post(`${ALL}/broken`, ADA)
      expect([single.status, single.body]).toEqual([400, itemsOf(all)[0]])
    })
  })

  describe('PROTO-25 the tag of a bulk answer', () => {
    it('answers 304 without a body to whoever has it, however it was passed on', async () => {
      const world = await newWorld()
      await world.newFlag()
      const first = await publicOf(world).post(ALL, ADA)
      const { etag = '' } = first.headers
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await publicOf(world).post(ALL, ADA, { headers: { 'if-none-match': tag } })
        expect({ status: again.status, text: again.text, tag: again.headers.etag }, tag).toEqual({
          status: 304,
          text: null,
          tag: etag,
        })
      }
      const other = await publicOf(world).post(ALL, ADA, { headers: { 'if-none-match': '"x"' } })
      expect([other.status, other.text]).toEqual([200, first.text])
    })

    it('is another for another answer, also to the same person', async () => {
      const world = await newWorld()
      const { owner, flags } = world
      const properties = [{ key: 'plan', type: 'person', value: 'pro' }]
      const { id } = await world.newFlag({ filters: { groups: [{ properties }], payloads: { true: '1' } } })
      const tagFor = async (context: JsonObject) => {
        const { headers } = await publicOf(world).post(ALL, { context: { targetingKey: 'ada', ...context } })
        return headers.etag
      }
      const [free, pro] = [await tagFor({}), await tagFor({ plan: 'pro' })]
      expect(free).not.toBe(pro)
      expect(await tagFor({ unused: 1 })).toBe(free)
      await owner.patch(`${flags}${id}/`, { filters: { groups: [{ properties }], payloads: { true: '2' } } })
      expect(await tagFor({ plan: 'pro' })).not.toBe(pro)
    })

    it('changes with the stream, or a stream that has run out would be kept for ever', async () => {
      const world = await newWorld()
      const first = await publicOf(world).post(ALL, ADA)
      world.api.clock.advance(3_600_000)
      onTestFinished(() => world.api.clock.advance(-3_600_000))
      const headers = { 'if-none-match': first.headers.etag ?? '' }
      const second = await publicOf(world).post(ALL, ADA, { headers })
      expect(second.status).toBe(200)
      expect(streamOf(second)).not.toBe(streamOf(first))
    })
  })

  it('PROTO-26 looks for the version that an event announced', async () => {
    const world = await newWorld()
    const { store } = world.api.deck.context
    const ask = (query = '') => publicOf(world).post(`${ALL}${query}`, ADA)
    expect(keysOf(await ask())).toEqual([])
    const version = await store.write(async (tx) => {
      const projectVersion = await tx.projects.raiseVersion(world.project.id)
      await insertFlag(tx, { projectId: world.project.id, key: 'new', filters: EVERYBODY, projectVersion })
      return projectVersion
    })
    expect(keysOf(await ask())).toEqual([])
    expect(keysOf(await ask(`?flagConfigEtag=${version}&flagConfigLastModified=5`))).toEqual(['new'])
    expect((await ask('?flagConfigEtag=999999999')).status).toBe(200)
  })

  it('PROTO-27 lets pages of every origin ask, and read the tag', async () => {
    const world = await newWorld()
    const origin = 'https://shop.acme.test'
    for (const path of [ALL, `${ALL}/x`]) {
      const preflight = await world.anonymous.send('OPTIONS', path, {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,if-none-match,x-api-key',
        },
      })
      expect(preflight).toMatchObject({
        status: 204,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': expect.stringContaining('POST'),
          'access-control-allow-headers': 'authorization,content-type,if-none-match,x-api-key',
        },
      })
      for (const caller of [publicOf(world), world.anonymous]) {
        const { headers } = await caller.post(path, ADA, { headers: { origin } })
        expect(headers['access-control-allow-origin']).toBe(origin)
        expect(headers['access-control-expose-headers']).toMatch(/ETag.*Retry-After/)
      }
    }
  })

  it('PROTO-30 names a stream that only versions can be read from', async () => {
    const world = await newWorld()
    const uri = streamOf(await publicOf(world).post(`/api/projects/${world.project.id}${ALL}`, ADA))
    expect(uri).toMatch(/^\/ofrep\/v1\/events\?token=\d+\.\d+\.[\w-]{43}$/)
    expect(streamOf(await secretOf(world).post(ALL, ADA))).toBe(uri)
    for (const secret of [world.project.apiToken, world.project.secretApiToken]) expect(uri).not.toContain(secret)
    const token = uri.split('=')[1] ?? ''
    expect((await new Caller(world.api, token).post(ALL, ADA)).status).toBe(401)
    expect((await new Caller(world.api, token).get(world.flags)).status).toBe(401)
  })
}
