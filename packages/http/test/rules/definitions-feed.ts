import type { JsonValue } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { Caller } from '../support/caller.ts'
import { EVERYBODY, type NewWorld, type World } from '../support/world.ts'

const CACHING = { etag: expect.stringMatching(/^W\/"[^"]+"$/), 'cache-control': 'private, must-revalidate' }

/** The three paths of the feed, for one project. */
function feeds({ project }: World): readonly string[] {
  return [
    `/flags/definitions?token=${project.apiToken}&send_cohorts`,
    `/api/feature_flag/local_evaluation/?token=${project.apiToken}&send_cohorts`,
    `/api/projects/${project.id}/feature_flags/local_evaluation/?send_cohorts`,
  ]
}

/** The feed that SDKs poll: docs/reference/definitions.md. */
export function definitionsFeed(newWorld: NewWorld): void {
  it('HTTP-68 answers the same document under its three names, to a secret token and to a personal key', async () => {
    const world = await newWorld()
    const { api, owner, member, project, newFlag } = world
    const { id } = await newFlag({ key: 'k', name: 'Shown', evaluation_contexts: ['web'] })
    const secret = new Caller(api, project.secretApiToken)
    const expected = {
      flags: [
        {
          id,
          team_id: project.id,
          name: 'Shown',
          key: 'k',
          filters: {
            groups: [{ properties: [], rollout_percentage: 100, aggregation_group_type_index: null }],
            aggregation_group_type_index: null,
          },
          deleted: false,
          active: true,
          ensure_experience_continuity: false,
          version: 1,
          evaluation_runtime: 'all',
          bucketing_identifier: 'distinct_id',
          evaluation_contexts: ['web'],
          has_experiment: false,
        },
      ],
      group_type_mapping: { 0: 'organization', 1: 'company' },
      cohorts: {},
      minimal_flag_called_events: true,
      property_matching_version: 2,
      timezone: 'UTC',
    }
    for (const caller of [secret, owner, member]) {
      for (const url of feeds(world)) {
        const { status, headers, body } = await caller.get(url)
        expect(status, url).toBe(200)
        expect(body, url).toEqual(expected)
        expect(headers, url).toMatchObject(CACHING)
      }
    }
  })

  it('HTTP-68 needs no token in the URL when the key says which project is meant', async () => {
    const { api, owner, project, sister, newFlag, keyOf } = await newWorld()
    const { key } = await newFlag()
    const secret = new Caller(api, project.secretApiToken)
    expect((await secret.get('/flags/definitions')).body).toMatchObject({ flags: [{ key }] })
    expect((await secret.get('/flags/definitions?token=&send_cohorts')).body).toMatchObject({ flags: [{ key }] })
    expect((await owner.get('/api/feature_flag/local_evaluation')).body).toMatchObject({ flags: [{ key }] })
    const path = '/api/projects/@current/feature_flags/local_evaluation'
    expect((await secret.get(path)).body).toMatchObject({ flags: [{ key }] })
    const bound = await keyOf(owner, ['feature_flag:read'], { projectIds: [sister.id] })
    expect((await bound.get('/flags/definitions')).body).toMatchObject({ flags: [] })
  })

  it('HTTP-68 is of the project that a key for several names, in the URL or as posthog-rs does', async () => {
    const { owner, project, sister, newFlag } = await newWorld()
    const { key } = await newFlag()
    const own = { 'x-posthog-project-api-key': project.apiToken }
    const other = { 'x-posthog-project-api-key': sister.apiToken }
    const keysAt = async (url: string, headers: Record<string, string>) =>
      (await owner.get(url, { headers })).body.flags
    for (const path of ['/flags/definitions/', '/api/feature_flag/local_evaluation/']) {
      expect(await keysAt(`${path}?send_cohorts`, own), path).toMatchObject([{ key }])
      expect(await keysAt(`${path}?send_cohorts`, other), path).toEqual([])
      expect(await keysAt(`${path}?api_key=${project.apiToken}`, other), path).toMatchObject([{ key }])
      expect(await keysAt(`${path}?token=${project.apiToken}&api_key=${sister.apiToken}`, {})).toMatchObject([{ key }])
      expect(await keysAt(`${path}?token=&api_key=`, own), path).toMatchObject([{ key }])
    }
  })

  it('SNAP-10 includes disabled flags, leaves deleted ones out, and is sorted by key', async () => {
    const world = await newWorld()
    const { owner, flags, newFlag } = world
    for (const key of ['b', 'C', 'a', '_', '9', 'a-b', '__proto__', 'constructor']) await newFlag({ key })
    await newFlag({ key: 'off', active: false })
    await newFlag({ key: 'archived', active: false, archived: true })
    const gone = await newFlag({ key: 'gone' })
    await owner.patch(`${flags}${gone.id}/`, { deleted: true })
    const { body } = await owner.get(feeds(world)[0] ?? '')
    const keys = (body.flags as unknown as { key: string }[]).map(({ key }) => key) // validated against its schema
    const expected = ['b', 'C', 'a', '_', '9', 'a-b', '__proto__', 'constructor', 'off', 'archived']
    expect(keys).toEqual(expected.toSorted())
    expect(body.flags).toContainEqual(expect.objectContaining({ key: 'off', active: false }))
  })

  it('SNAP-11 sends numbers of exact filters as text, and leaves what is stored alone', async () => {
    const world = await newWorld()
    const { owner, flags, newFlag } = world
    const property = (fields: { value: JsonValue; operator?: string }) => ({ key: 'age', type: 'person', ...fields })
    const properties = [
      property({ operator: 'exact', value: 25 }),
      property({ operator: 'is_not', value: [1, '2', 3.5] }),
      property({ value: 7 }),
      property({ operator: 'gt', value: '10' }),
      property({ operator: 'exact', value: true }),
    ]
    const { id } = await newFlag({ filters: { groups: [{ properties }] } })
    const { body } = await owner.get(feeds(world)[0] ?? '')
    const sent = [{ value: '25' }, { value: ['1', '2', '3.5'] }, { value: '7' }, { value: '10' }, { value: true }]
    expect(body.flags).toMatchObject([{ filters: { groups: [{ properties: sent }] } }])
    const stored = (await owner.get(`${flags}${id}/`)).body.filters
    expect(stored).toMatchObject({ groups: [{ properties: properties.map(({ value }) => ({ value })) }] })
  })

  describe('polling', () => {
    it('HTTP-68 answers 304 without a body to whoever has the newest, however they write the tag', async () => {
      const world = await newWorld()
      await world.newFlag()
      for (const url of feeds(world)) {
        const { headers } = await world.owner.get(url)
        const opaque = String(headers.etag).slice(3, -1)
        for (const tag of [`W/"${opaque}"`, `"${opaque}"`, opaque, `"other", W/"${opaque}"`, '*']) {
          const polled = await world.owner.get(url, { headers: { 'if-none-match': tag } })
          expect({ status: polled.status, text: polled.text }, tag).toEqual({ status: 304, text: null })
          expect(polled.headers).toMatchObject({ etag: headers.etag, 'cache-control': CACHING['cache-control'] })
          expect(polled.headers).not.toHaveProperty('content-type')
        }
        for (const tag of ['', ' ', '"other"', opaque.slice(1)]) {
          expect((await world.owner.get(url, { headers: { 'if-none-match': tag } })).status, tag).toBe(200)
        }
      }
    })

    it('SNAP-12 answers anew after every change that evaluation can see, and the same in between', async () => {
      const world = await newWorld()
      const { owner, flags, newFlag } = world
      const [url = ''] = feeds(world)
      const { id } = await newFlag()
      const tags = new Set<unknown>()
      const changes = [{ name: 'x' }, { active: false }, { active: true, filters: EVERYBODY }, { deleted: true }]
      for (const change of changes) {
        const { headers } = await owner.get(url)
        tags.add(headers.etag)
        expect((await owner.get(url)).headers.etag).toBe(headers.etag)
        await owner.patch(`${flags}${id}/`, change)
        const polled = await owner.get(url, { headers: { 'if-none-match': String(headers.etag) } })
        expect(polled.status).toBe(200)
      }
      expect(tags.size).toBe(changes.length)
    })

    it('HTTP-6 answers HEAD with the headers alone', async () => {
      const world = await newWorld()
      const [url = ''] = feeds(world)
      const got = await world.owner.get(url)
      const { status, text, headers } = await world.owner.send('HEAD', url)
      expect({ status, text }).toEqual({ status: 200, text: null })
      expect(headers).toMatchObject({ etag: got.headers.etag, 'content-length': String(got.text?.length) })
    })
  })

  describe('refuses', () => {
    const refused = async (world: World, key: string | undefined, status: number, body: object) => {
      const caller = new Caller(world.api, key)
      for (const url of feeds(world)) {
        const answer = await caller.get(url)
        expect(answer.status, url).toBe(status)
        expect(answer.body, url).toMatchObject(body)
      }
    }

    it('HTTP-68 nobody’s key', async () => {
      const world = await newWorld()
      await refused(world, undefined, 401, { code: 'not_authenticated' })
    })

    it('HTTP-68 the public token as a key', async () => {
      const world = await newWorld()
      await refused(world, world.project.apiToken, 401, { code: 'authentication_failed' })
    })

    it('HTTP-68 secret tokens and personal keys that do not exist', async () => {
      const world = await newWorld()
      await refused(world, 'phs_unknown', 401, { detail: 'Incorrect authentication credentials.' })
      const detail = 'Personal API key found in request Authorization header is invalid.'
      await refused(world, 'phx_unknown', 401, { detail })
    })

    it('KEY-2 the secret of another project', async () => {
      const world = await newWorld()
      for (const { secretApiToken } of [world.sister, world.foreign.project]) {
        await refused(world, secretApiToken, 403, { detail: "You don't have access to the project." })
      }
    })

    it('HTTP-68 a key of another organization, one for another project, and one that may not read flags', async () => {
      const world = await newWorld()
      const { owner, outsider, project, sister, keyOf } = world
      await refused(world, outsider.key, 403, { detail: "You don't have access to the project." })
      const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
      const detail = `API key does not have access to the requested project: ID ${project.id}.`
      await refused(world, bound.key, 403, { detail })
      const blind = await keyOf(owner, ['dashboard:write'])
      await refused(world, blind.key, 403, { detail: "API key missing required scope 'feature_flag:read'" })
    })

    it('PROJ-1 an unknown public token, whoever asks', async () => {
      const { api, owner, project } = await newWorld()
      for (const caller of [owner, new Caller(api, project.secretApiToken)]) {
        for (const url of ['/flags/definitions', '/api/feature_flag/local_evaluation/']) {
          for (const [token, detail] of [
            ['phc_unknown', 'Incorrect authentication credentials.'],
            ['%00', 'Incorrect authentication credentials.'],
            [project.secretApiToken, expect.stringMatching(/secret token \(phs_…\): .* \(phc_…\) instead/)],
          ] as const) {
            const { status, body } = await caller.get(`${url}?token=${token}`)
            expect(status, token).toBe(401)
            expect(body).toMatchObject({ detail })
          }
          const headers = { 'x-posthog-project-api-key': 'phc_unknown' }
          expect((await caller.get(url, { headers })).status).toBe(401)
          expect((await caller.get(`${url}?api_key=phc_unknown`)).status).toBe(401)
        }
      }
    })

    it('KEY-2 a secret token for anything but the feed', async () => {
      const { api, project, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      const secret = new Caller(api, project.secretApiToken)
      const paths = [flags, `${flags}${id}/`, '/api/users/@me/', '/api/projects/', `${flags}activity/`]
      for (const path of paths) expect((await secret.get(path)).status, path).toBe(401)
      expect((await secret.post(flags, { key: 'k' })).status).toBe(401)
    })

    it('HTTP-5 every method but GET and HEAD', async () => {
      const world = await newWorld()
      for (const url of feeds(world)) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const { status, headers } = await world.owner.send(method, url)
          expect(status, `${method} ${url}`).toBe(405)
          expect(headers.allow).toBe('GET, HEAD, OPTIONS')
        }
      }
    })
  })

  it('KEY-4 takes the key from the query, too, and names the place when it is wrong', async () => {
    const { anonymous, owner, project } = await newWorld()
    const url = `/flags/definitions?token=${project.apiToken}&personal_api_key=`
    expect((await anonymous.get(url + owner.key)).status).toBe(200)
    expect((await anonymous.get(url + project.secretApiToken)).status).toBe(200)
    expect((await anonymous.get(`${url}phx_wrong`)).body).toMatchObject({
      detail: 'Personal API key found in request query string is invalid.',
    })
  })

  it('HTTP-26 lets pages of every origin read it, without credentials', async () => {
    const world = await newWorld()
    for (const url of feeds(world)) {
      const { headers } = await world.owner.get(url, { headers: { origin: 'https://shop.acme.test' } })
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://shop.acme.test',
        vary: 'Origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it('HTTP-62 is as new as Flagdeck-Min-Version asks, and 503 when there is nothing that new', async () => {
    const world = await newWorld()
    const { owner, api, flags } = world
    const [url = ''] = feeds(world)
    const written = await owner.post(flags, { key: 'fresh' })
    const version = Number(written.headers['flagdeck-version'])
    const ask = (min: unknown, outage = false) =>
      owner.get(url, { headers: { 'flagdeck-min-version': String(min) }, outage })
    expect((await ask(version)).body).toMatchObject({ flags: [{ key: 'fresh' }] })
    for (const nonsense of ['', '-1', 'x', '1e3']) expect((await ask(nonsense)).status).toBe(200)
    expect((await ask(version + 1, true)).headers['retry-after']).toBe('1')
    expect(api.takeErrors()).toHaveLength(1)
    expect(resultsOf(await owner.get(flags))).toHaveLength(1)
  })
}
