import { createFlagdeck, memoryStore, type Store, StoreUnavailable } from '@flagdeck/core'
import { fixedClock, makeBootstrap } from '@flagdeck/core/fixtures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type PlainRequestOptions, plainRequest } from '../rest/plain-request.ts'
import { fillPath } from '../rest/routing/path-template.ts'
import { flagdeckApplication, flagdeckRoutes } from './flagdeck-application.ts'

const KEY = 'phx_0123456789'
const FLAGS = '/api/projects/@current/feature_flags/'

/** A store in memory that can be made to fail. */
function breakableStore() {
  const memory = memoryStore()
  let failure: Error | undefined
  const guard = <Work extends Store['read'] | Store['write']>(work: Work) =>
    (async (use: never) => {
      if (failure) throw failure
      return work(use)
    }) as Work // the same function with a switch
  const store: Store = {
    migrate: () => memory.migrate(),
    pendingMigrations: () => memory.pendingMigrations(),
    ping: () => memory.ping(),
    close: () => memory.close(),
    read: guard(memory.read.bind(memory)),
    write: guard(memory.write.bind(memory)),
  }
  return { store, failWith: (error: Error | undefined) => (failure = error) }
}

async function serve() {
  const { store, failWith } = breakableStore()
  const clock = fixedClock()
  const deck = await createFlagdeck({ store, clock })
  onTestFinished(() => deck.close())
  await makeBootstrap(deck.context, {
    organizations: [
      {
        name: 'Acme',
        defaultFlagAccessLevel: null,
        roles: [],
        members: [
          {
            email: 'ada@acme.test',
            firstName: 'Ada',
            lastName: '',
            level: 'owner',
            apiKeys: [{ label: 'key', value: KEY, scopes: ['*'], expiresAt: null }],
          },
        ],
        projects: [
          {
            name: 'Web',
            apiToken: 'phc_web',
            secretApiToken: 'phs_web',
            timezone: 'UTC',
            groupTypes: [],
            eventsAddGroupTypes: false,
            propertyMatchingVersion: 2,
            flags: [{ key: 'on', filters: { groups: [{}] } }],
          },
        ],
      },
    ],
  })
  const errors: unknown[] = []
  const application = flagdeckApplication(deck.context, { onError: (error) => errors.push(error) })
  const call = async (method: string, url: string, options: PlainRequestOptions = {}, key: string | null = KEY) => {
    const headers = { ...(key === null ? {} : { authorization: `Bearer ${key}` }), 'x-request-id': 'r' }
    const { body, ...rest } = await application.handle(plainRequest(method, url, { ...options, headers }))
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body)
    return { ...rest, body: rest.headers['content-type']?.startsWith('text/') ? text : JSON.parse(text) }
  }
  return { call, failWith, errors, store }
}

const SUBJECT = { json: { token: 'phc_web', distinct_id: 'u' } }

describe('the service without its store', () => {
  it('HTTP-20 answers 503 with Retry-After to whoever needs the store, and works again when it is back', async () => {
    const { call, failWith, errors } = await serve()
    failWith(new StoreUnavailable('gone'))
    const needing = [
      await call('GET', FLAGS),
      await call('POST', FLAGS, { json: { key: 'k' } }),
      await call('GET', FLAGS, {}, 'phx_never_seen'),
      await call('GET', '/flags/definitions', {}, 'phs_never_seen'),
      await call('POST', '/flags/', { json: { token: 'phc_never_seen', distinct_id: 'u' } }),
    ]
    for (const { status, headers, body } of needing) {
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('1')
      expect(body).toEqual({
        type: 'server_error',
        code: 'service_unavailable',
        detail: 'The service is temporarily unavailable. Please try again.',
        attr: null,
      })
    }
    expect(errors).toHaveLength(needing.length)
    failWith(undefined)
    expect((await call('GET', FLAGS)).body.count).toBe(1)
    expect((await call('GET', FLAGS, {}, 'phx_never_seen')).status).toBe(401)
  })

  it('OUT-4 PROTO-23 tells who asks by OFREP so in its own form', async () => {
    const { call, failWith } = await serve()
    failWith(new StoreUnavailable('gone'))
    const errorDetails = 'The service is temporarily unavailable. Please try again.'
    for (const [path, key] of [
      ['/ofrep/v1/evaluate/flags', {}],
      ['/ofrep/v1/evaluate/flags/on', { key: 'on', metadata: {} }],
    ] as const) {
      const answer = await call('POST', path, { json: { context: { targetingKey: 'u' } } }, 'phx_never_seen')
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
      expect(answer.body).toEqual({ ...key, errorCode: 'GENERAL', errorDetails })
    }
  })

  it('SNAP-9 goes on evaluating and serving definitions to those it knows', async () => {
    const { call, failWith } = await serve()
    const evaluated = await call('POST', '/flags/?v=2', SUBJECT, null)
    const definitions = await call('GET', '/flags/definitions', {}, 'phs_web')
    failWith(new StoreUnavailable('gone'))
    expect(await call('POST', '/flags/?v=2', SUBJECT, null)).toEqual(evaluated)
    expect(await call('GET', '/flags/definitions', {}, 'phs_web')).toEqual(definitions)
    const event = { event: '$feature_flag_called', distinct_id: 'u', properties: { $feature_flag: 'on' } }
    expect((await call('POST', '/batch/', { json: { token: 'phc_web', batch: [event] } }, null)).status).toBe(200)
  })

  it('CAPTURE-4 answers 503 to events that say something about a person, so that they are sent again', async () => {
    const { call, failWith, store } = await serve()
    const capture = (path: string) => {
      const event = { event: '$identify', distinct_id: 'u', properties: { $set: { plan: 'pro' } } }
      return call('POST', path, { json: { api_key: 'phc_web', batch: [event] } }, null)
    }
    await call('POST', '/flags/?v=2', SUBJECT, null)
    failWith(new StoreUnavailable('gone'))
    const detail = 'The service is temporarily unavailable. Please try again.'
    const refused = { status: 503, headers: expect.objectContaining({ 'retry-after': '1' }) }
    expect(await capture('/batch/')).toMatchObject({ ...refused, body: detail })
    expect(await capture('/i/v1/analytics/events')).toMatchObject({ ...refused, body: { detail } })
    failWith(undefined)
    expect((await capture('/batch/')).status).toBe(200)
    expect((await store.read((tx) => tx.persons.find(1, 'u')))?.properties).toEqual({ plan: 'pro' })
  })

  it('HTTP-21 says nothing about a failure that nobody foresaw, and reports it once', async () => {
    const { call, failWith, errors } = await serve()
    const failure = new Error('secret detail of the database')
    failWith(failure)
    for (const request of [
      call('GET', FLAGS),
      call('POST', '/flags/', SUBJECT, null),
      call('GET', '/api/users/@me/'),
    ]) {
      const { status, body } = await request
      expect(status).toBe(500)
      expect(body).toEqual({
        type: 'server_error',
        code: 'error',
        detail: 'A server error occurred.',
        attr: null,
        extra: { request_id: 'r' },
      })
    }
    expect(errors).toEqual([failure, failure, failure])
  })
})

it.each([
  [{}, '/', ''],
  [{ basePath: 'deck/' }, '/deck', '/deck'],
  [{ publicUrl: 'https://acme.test/' }, 'https://acme.test', ''],
  [{ publicUrl: 'https://acme.test/flags', basePath: '/deck' }, 'https://acme.test/flags/deck', '/deck'],
])('HTTP-33 with %j the OpenAPI document has the server %s', async (options, url, mount) => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const answer = await flagdeckApplication(deck.context, options).handle(plainRequest('GET', `${mount}/api/schema/`))
  expect(JSON.parse(new TextDecoder().decode(answer.body as Uint8Array)).servers).toEqual([{ url }])
})

it('HTTP-88 says at once what it needs instead of what it was given', async () => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  // A program without types can call it like this.
  const make = flagdeckApplication as (context: unknown, options?: object) => unknown
  expect(() => make(deck)).toThrow(/^flagdeckApplication requires the context of a deck: /)
  expect(() => make(undefined)).toThrow(/^flagdeckApplication requires the context of a deck: /)
  expect(() => make(deck.context, { console: true })).toThrow(/^The option console requires /)
  expect(() => make(deck.context, { publicUrl: 'flags.example.com' })).toThrow(/^The option publicUrl must be /)
})

it('EMBED-52 refuses an option that it does not have, by name', async () => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const make = flagdeckApplication as (context: unknown, options?: object) => unknown
  expect(() => make(deck.context, { basepath: '/flags' })).toThrow(
    'flagdeckApplication has no option "basepath". Did you mean "basePath"?',
  )
})

it('HTTP-79 serves every path of a project by the name of its environment as well', async () => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { serves } = flagdeckApplication(deck.context)
  const paths = flagdeckRoutes
    .map(({ endpoint }) => endpoint.path)
    .filter((path) => path.startsWith('/api/projects/{project_id}/'))
  expect(paths).not.toEqual([])
  const urls = paths.map((path) => fillPath(path.replace('/projects/', '/environments/'), () => '1'))
  expect(urls.filter((url) => !serves(url))).toEqual([])
})
