import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiResponse, listIn, resultsOf } from '../support/api-response.ts'
import { isReplayed, newIdempotencyKey, TAKERS } from '../support/idempotency-keys.ts'
import { callAt, KEY_ENDPOINTS, newPlace, pictureOf } from '../support/place.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

/** Endpoints that a client may repeat without a key: they only read, or do nothing the second time. */
const QUESTIONS = [
  'feature_flags_user_blast_radius_create',
  'feature_flags_bulk_user_blast_radius_create',
  'feature_flags_preview_create',
  'feature_flags_test_evaluation_create',
  'feature_flags_decisions_create',
  'feature_flags_bulk_keys_create',
  'query_create',
  'organization_feature_flags_copy_flags_dependency_requirements_create',
  // Changes several projects one by one, and does nothing the second time.
  'organization_feature_flags_copy_flags_create',
]

/** Endpoints whose response contains a secret that is stored only as a hash, or that cannot run twice anyway. */
const WITH_SECRETS = [
  'personal_api_keys_create',
  'personal_api_keys_roll_create',
  'invites_create',
  'invites_accept_create',
  'organizations_create',
]

const DAY_MS = 86_400_000

/** The parts of a response that a client uses after repeating a request. */
function said({ status, text, headers }: ApiResponse) {
  return { status, text, etag: headers.etag, version: headers['flagdeck-version'] }
}

/** Requests that clients may repeat. */
export function idempotency(newWorld: NewWorld): void {
  it('IDEM-10 is every POST with a personal key that writes', () => {
    const posts = KEY_ENDPOINTS.filter(({ method }) => method === 'POST').map(({ operationId }) => operationId)
    expect(posts.filter((id) => ![...QUESTIONS, ...WITH_SECRETS].includes(id)).sort()).toEqual(
      TAKERS.map(({ operationId }) => operationId).sort(),
    )
    expect(TAKERS.length).toBeGreaterThan(20)
  })

  for (const endpoint of TAKERS) {
    describe(endpoint.operationId, () => {
      it('IDEM-1 does once what is sent twice, and answers the same', async () => {
        const world = await newWorld()
        const place = await newPlace(world, endpoint)
        const key = newIdempotencyKey()
        const first = await callAt(world.owner, endpoint, place, key)
        expect(first.status, first.text ?? '').toBeLessThan(300)
        expect(isReplayed(first)).toBe(false)
        const after = await pictureOf(world.owner, place)
        const again = await callAt(world.owner, endpoint, place, key)
        expect(said(again)).toEqual(said(first))
        expect(isReplayed(again)).toBe(true)
        expect(await pictureOf(world.owner, place)).toEqual(after)
      })
    })
  }

  it('IDEM-3 says what is wrong in the usual form', async () => {
    const { owner, flags } = await newWorld()
    const headers = newIdempotencyKey()
    expect((await owner.post(flags, { key: 'a' }, { headers })).status).toBe(201)
    const { status, body } = await owner.post(flags, { key: 'b' }, { headers })
    expect(status).toBe(422)
    expect(body).toEqual({
      type: 'invalid_request',
      code: 'idempotency_key_reused',
      detail: 'This idempotency key was already used for another request. Use a new key for each request.',
      attr: null,
    })
    expect((await owner.get(flags)).body.count).toBe(1)
  })

  it('IDEM-3 tells requests apart by endpoint, path, query, media type and body', async () => {
    const world = await newWorld()
    const { owner, flags, newFlag, project } = world
    const [one, two] = [await newFlag({ has_enriched_analytics: true }), await newFlag()]
    const headers = newIdempotencyKey()
    expect((await owner.post(`${flags}${one.id}/dashboard/`, undefined, { headers })).status).toBe(200)
    for (const url of [
      `${flags}${two.id}/dashboard/`,
      `${flags}${one.id}/dashboard/?a=1`,
      `${flags}${one.id}/enrich_usage_dashboard/`,
    ]) {
      expect((await owner.post(url, undefined, { headers })).body.code, url).toBe('idempotency_key_reused')
    }
    expect(isReplayed(await owner.post(`${flags}${one.id}/dashboard`, undefined, { headers }))).toBe(true)

    const place = await newPlace(world, { path: '/api/projects/{project_id}/cohorts/' })
    const members = `/api/projects/${project.id}/cohorts/${place.cohortId}/add_persons_to_static_cohort/`
    const key = newIdempotencyKey()
    const send = (body: string, type = 'application/json') =>
      owner.send('POST', members, { body, headers: { 'content-type': type, ...key } })
    expect((await send('{"distinct_ids":["a"]}')).status).toBe(200)
    expect((await send('{"distinct_ids": ["a"]}')).status).toBe(422)
    expect((await send('{"distinct_ids":["a"]}', 'text/csv')).status).toBe(422)
    expect(isReplayed(await send('{"distinct_ids":["a"]}', 'application/json; charset=utf-8'))).toBe(true)
  })

  it('IDEM-3 knows a body that a host program has parsed', async () => {
    const { owner, flags } = await newWorld()
    const headers = newIdempotencyKey()
    const send = (parsed: JsonObject) => owner.send('POST', flags, { parsed, headers })
    expect((await send({ key: 'a' })).status).toBe(201)
    expect(isReplayed(await send({ key: 'a' }))).toBe(true)
    expect((await send({ key: 'b' })).status).toBe(422)
  })

  it('IDEM-2 refuses what cannot be a key, and does nothing', async () => {
    const { owner, flags } = await newWorld()
    for (const key of ['', ' ', 'a b', 'a, b', 'é', '\u007f', 'x'.repeat(256)]) {
      const { status, body } = await owner.post(flags, { key: 'k' }, { headers: { 'idempotency-key': key } })
      expect(status, key).toBe(400)
      expect(body).toEqual({
        type: 'invalid_request',
        code: 'bad_request',
        detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
        attr: null,
      })
    }
    expect((await owner.get(flags)).body.count).toBe(0)
    for (const key of ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'x'.repeat(255)]) {
      const headers = { 'idempotency-key': key }
      expect((await owner.post(flags, { key: `k${key.length}` }, { headers })).status).toBe(201)
    }
  })

  it('IDEM-4 keeps no refusal: what was refused may be sent again', async () => {
    const { owner, flags, newFlag, keyOf } = await newWorld()
    const rival = await newFlag({ key: 'taken' })
    const body = { key: 'taken', filters: EVERYBODY }
    const headers = newIdempotencyKey()
    for (let n = 0; n < 2; n++) {
      const refused = await owner.post(flags, body, { headers })
      expect(refused.status).toBe(400)
      expect(isReplayed(refused)).toBe(false)
    }
    expect((await owner.post(flags, { key: 5 }, { headers })).status).toBe(400)
    await owner.patch(`${flags}${rival.id}/`, { deleted: true })
    const created = await owner.post(flags, body, { headers })
    expect(created.status).toBe(201)
    expect(isReplayed(created)).toBe(false)
    expect(isReplayed(await owner.post(flags, body, { headers }))).toBe(true)
    const reader = await keyOf(owner, ['feature_flag:read'])
    expect((await reader.post(flags, body, { headers })).status).toBe(403)
  })

  it('IDEM-5 of many that are sent at once, one is carried out, and all get its answer', async () => {
    const { owner, flags } = await newWorld()
    const headers = newIdempotencyKey()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.post(flags, { key: 'once', filters: EVERYBODY }, { headers })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    expect(resultsOf(await owner.get(`${flags}activity/`))).toHaveLength(1)
  })

  it('IDEM-6 is for one project', async () => {
    const { owner, flags, sister } = await newWorld()
    const headers = newIdempotencyKey()
    const inSister = `/api/projects/${sister.id}/feature_flags/`
    for (const url of [flags, inSister]) {
      const created = await owner.post(url, { key: 'a' }, { headers })
      expect(created.status).toBe(201)
      expect(isReplayed(created)).toBe(false)
    }
    expect((await owner.get(inSister)).body.count).toBe(1)
  })

  it('IDEM-7 is answered for a day, and then is a request like any other', async () => {
    const { api, owner, flags } = await newWorld()
    const headers = newIdempotencyKey()
    const send = () => owner.post(flags, { key: 'a' }, { headers })
    const first = await send()
    api.clock.advance(DAY_MS - 1)
    onTestFinished(() => api.clock.advance(1 - DAY_MS))
    expect(said(await send())).toEqual(said(first))
    api.clock.advance(1)
    onTestFinished(() => api.clock.advance(-1))
    const late = await send()
    expect(late.status).toBe(400)
    expect(late.body.code).toBe('unique')
  })

  it('IDEM-1 answers as the first time, whatever became of what was made', async () => {
    const { owner, flags } = await newWorld()
    const headers = newIdempotencyKey()
    const first = await owner.post(flags, { key: 'a' }, { headers })
    expect((await owner.patch(`${flags}${first.body.id}/`, { key: 'b', deleted: true })).status).toBe(200)
    expect(said(await owner.post(flags, { key: 'a' }, { headers }))).toEqual(said(first))
  })

  it('IDEM-12 shows numbers as they are when it is sent again', async () => {
    const { api, owner, project, newFlag } = await newWorld()
    const flag = await newFlag()
    const { usage, clock } = api.deck.context
    const call = { projectId: project.id, flagKey: flag.key, variant: 'true', measure: 'exposures' } as const
    const source = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }
    const headers = newIdempotencyKey()
    const ask = () => {
      const body = { name: 'Calls', query: { kind: 'InsightVizNode', source } }
      return owner.post(`/api/projects/${project.id}/insights/`, body, { headers })
    }
    const first = await ask()
    const how = { source: 'sdk_remote', sdk: 'web', distinctId: 'ada', count: 3, errors: 0, uuid: null } as const
    usage.record({ ...call, ...how, at: clock() })
    await usage.flush()
    const again = await ask()
    expect(isReplayed(again)).toBe(true)
    expect(listIn(first.body, 'result')).toMatchObject([{ count: 0 }])
    expect(listIn(again.body, 'result')).toMatchObject([{ count: 3 }])
    expect({ ...again.body, result: null }).toEqual({ ...first.body, result: null })
  })

  it('IDEM-15 carries out one of two concurrent requests with one key, also when it is written in parts', async () => {
    const { owner, flags, newFlags } = await newWorldOfFlags(newWorld)
    const [first, second] = [await newFlags('first', 250), await newFlags('second', 250)]
    const headers = newIdempotencyKey()
    const answers = await Promise.all(
      [first, second].map((ids) => owner.post(`${flags}bulk_delete/`, { ids }, { headers })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await owner.get(flags)).body.count).toBe(250)
  })

  it('IDEM-15 gives the whole answer to concurrent repetitions of a request that is written in parts', async () => {
    const { owner, flags, newFlags } = await newWorldOfFlags(newWorld)
    const ids = await newFlags('flag', 250)
    const headers = newIdempotencyKey()
    const send = () => owner.post(`${flags}bulk_delete/`, { ids }, { headers })
    const answers = await Promise.all([send(), send(), send()])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(listIn(body, 'deleted')).toHaveLength(250)
      expect(listIn(body, 'errors')).toEqual([])
    }
    const again = await send()
    expect(isReplayed(again)).toBe(true)
    expect(again.body).toEqual(answers[0]?.body)
  })

  it('IDEM-16 carries out one of two concurrent imports with one key, and answers its repetition in full', async () => {
    const { owner, project, flags } = await newWorld()
    const headers = newIdempotencyKey()
    const send = (prefix: string) => {
      const entries = Array.from({ length: 600 }, (_, n) => ({ key: `${prefix}-${n}` }))
      const document = { flagdeck_export: 1, flags: entries }
      return owner.post(`/api/projects/${project.id}/import/`, { document }, { headers })
    }
    const prefixes = ['first', 'second']
    const answers = await Promise.all(prefixes.map(send))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await owner.get(flags)).body.count).toBe(600)
    const winner = answers.findIndex(({ status }) => status === 200)
    const again = await send(prefixes[winner] ?? '')
    expect(isReplayed(again)).toBe(true)
    expect(again.body).toEqual(answers[winner]?.body)
    expect(listIn(again.body, 'changes')).toHaveLength(600)
  })

  it('IDEM-10 is nothing that other requests know of', async () => {
    const { owner, anonymous, flags, project, newFlag } = await newWorld()
    const { id } = await newFlag()
    const headers = newIdempotencyKey()
    for (const name of ['a', 'b']) {
      const changed = await owner.patch(`${flags}${id}/`, { name }, { headers })
      expect(changed.body.name).toBe(name)
      expect(isReplayed(changed)).toBe(false)
    }
    for (const user of ['a', 'b']) {
      const body = { token: project.apiToken, distinct_id: user }
      const evaluated = await anonymous.post('/flags/?v=2', body, { headers: { 'idempotency-key': 'not a key' } })
      expect(evaluated.status).toBe(200)
      expect(isReplayed(evaluated)).toBe(false)
    }
  })
}

/** A world in which many flags can be created with one request. */
async function newWorldOfFlags(newWorld: NewWorld) {
  const world = await newWorld()
  const { owner, project, flags } = world
  const newFlags = async (prefix: string, count: number) => {
    const entries = Array.from({ length: count }, (_, n) => ({ key: `${prefix}-${n}` }))
    const document = { flagdeck_export: 1, flags: entries }
    expect((await owner.post(`/api/projects/${project.id}/import/`, { document })).status).toBe(200)
    const page = await owner.get(`${flags}?limit=1000&search=${prefix}-`)
    return resultsOf(page).map(({ id }) => id)
  }
  return { ...world, newFlags }
}
