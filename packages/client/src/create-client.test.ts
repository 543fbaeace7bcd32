import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Fault, faultServer, json } from '../test/support/fault-server.ts'
import { ApiError, type ClientOptions, createClient } from './index.ts'

const REFUSED = { type: 'validation_error', code: 'unique', detail: 'Taken.', attr: 'key', extra: { errors: [] } }
const EMPTY_PAGE = { count: 0, next: null, previous: null, results: [] }

async function started(answer: Fault, options: Partial<ClientOptions> = {}, path = '') {
  const server = await faultServer(answer)
  return { server, client: createClient({ host: server.origin + path, apiKey: 'phx_1', ...options }) }
}

async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError // checked above
}

async function all<Each>(list: AsyncIterable<Each>): Promise<readonly Each[]> {
  const found: Each[] = []
  for await (const each of list) found.push(each)
  return found
}

describe('a call', () => {
  test('CLIENT-1 sends parameters, query and body with the key', async () => {
    const { server, client } = await started((response) => json(response, 200, { id: 7 }))
    const input = { params: { project_id: 3, id: 7 }, query: { dry_run: true }, body: { active: false } } as const
    expect(await client.call('updateFlag', input)).toEqual({ id: 7 })
    expect(server.seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/projects/3/feature_flags/7/?dry_run=true',
      headers: { authorization: 'Bearer phx_1', 'content-type': 'application/json' },
      body: '{"active":false}',
    })
  })

  test.each(['', '/', '/deck', '/deck//', '/deck?a=b#c'])(
    'CLIENT-2 goes below a host that ends with "%s"',
    async (path) => {
      const { server, client } = await started((response) => json(response, 200, EMPTY_PAGE), {}, path)
      await client.call('listFlags')
      expect(server.seen[0]?.url).toBe(
        `${path.startsWith('/deck') ? '/deck' : ''}/api/projects/%40current/feature_flags/`,
      )
    },
  )

  test.each(['', '/flags', 'localhost:8000', 'ftp://flags.test'])('CLIENT-2 refuses "%s" as a host', (host) => {
    expect(() => createClient({ host, apiKey: 'phx_1' })).toThrow(TypeError)
  })

  test.each(['', 'flags.example.com', undefined])('CLIENT-2 says what a host is instead of %j', (host) => {
    // A program without types can pass these values.
    expect(() => createClient({ host: host as string, apiKey: 'phx_1' })).toThrow(/^The host begins with http:\/\/ or/)
  })

  // The placeholder of a guide, and a variable that is not set.
  test.each(['phx_…', undefined])('CLIENT-23 refuses %j as a key', (apiKey) => {
    expect(() => createClient({ host: 'https://flags.test', apiKey: apiKey as string })).toThrow(/^The API key is/)
  })

  test('CLIENT-24 says that options are needed, and names an option that there is not', () => {
    // A program without types can call it like this.
    const make = createClient as (options?: unknown) => unknown
    for (const none of [undefined, null, 'https://flags.test'])
      expect(() => make(none)).toThrow(/^createClient needs options: createClient\(\{ host, apiKey \}\)\.$/)
    expect(() => make({ host: 'https://flags.test', apiKy: 'phx_1' })).toThrow(
      'createClient has no option "apiKy". The options are host, apiKey, projectId, fetch, timeoutMs, retries.',
    )
  })

  test('CLIENT-24 names a path parameter that is missing', async () => {
    const client = createClient({ host: 'https://flags.test', apiKey: 'phx_1' })
    const params = {} as { readonly id: number }
    await expect(client.call('retrieveFlag', { params })).rejects.toThrow('The path parameter "id" is missing.')
  })

  test('CLIENT-23 names an endpoint that there is not', async () => {
    const client = createClient({ host: 'https://flags.test', apiKey: 'phx_1' })
    await expect(client.call('lsitFlags' as 'listFlags')).rejects.toThrow('There is no endpoint lsitFlags.')
  })

  test('CLIENT-3 is about the project of the client, unless it names one', async () => {
    const { server, client } = await started((response) => json(response, 200, EMPTY_PAGE), { projectId: 5 })
    await client.call('listFlags')
    await client.call('listFlags', { params: { project_id: 6 } })
    expect(server.seen.map(({ url }) => url.split('/')[3])).toEqual(['5', '6'])
  })

  test.each(['a/b', '../x', '..%2f', '%2e%2e', '?a#b', '...', 'é\n'])('CLIENT-4 keeps %j one segment', async (id) => {
    const { server, client } = await started((response) => json(response, 200, {}))
    await client.call('retrievePerson', { params: { distinct_id: id } })
    expect(server.seen[0]?.url).toBe(`/api/projects/%40current/persons/${encodeURIComponent(id)}/`)
  })

  test.each(['', '.', '..'])('CLIENT-4 sends nothing for "%s"', async (id) => {
    const { server, client } = await started((response) => json(response, 200, {}))
    await expect(client.call('destroyPerson', { params: { distinct_id: id } })).rejects.toThrow(TypeError)
    expect(server.seen).toEqual([])
  })

  test('CLIENT-5 is undefined without a body, and send tells the rest', async () => {
    const { client } = await started((response) => response.writeHead(204, { 'flagdeck-version': '9' }).end())
    expect(await client.call('destroyDashboard', { params: { id: 1 } })).toBeUndefined()
    const { data, status, headers } = await client.send('destroyDashboard', { params: { id: 1 } })
    expect([data, status, headers.get('flagdeck-version')]).toEqual([undefined, 204, '9'])
  })

  test('CLIENT-6 names the version that it expects', async () => {
    const { server, client } = await started((response) => json(response, 200, {}))
    await client.call('updateFlag', { params: { id: 1 }, body: {}, ifVersion: 4 })
    await client.call('updateFlag', { params: { id: 1 }, body: {} })
    expect(server.seen.map(({ headers }) => headers['if-match'])).toEqual(['"4"', undefined])
  })
})

describe('a refusal', () => {
  test('CLIENT-8 is thrown with all that it says', async () => {
    const { server, client } = await started((response) => json(response, 400, REFUSED, { 'x-request-id': 'r1' }))
    const error = await errorOf(client.call('createFlag', { body: { key: 'beta' } }))
    expect(error).toMatchObject({
      ...REFUSED,
      status: 400,
      message: 'Taken.',
      requestId: 'r1',
      retryAfterSeconds: null,
    })
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    [500, '<h1>Oops</h1>'],
    [403, '"no"'],
    [404, ''],
    [400, '[1]'],
    [400, '{"code":{"a":1},"extra":7}'],
  ])('CLIENT-8 is told of an answer that is not the API’s: %i %s', async (status, body) => {
    const { client } = await started((response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(body),
    )
    const expected = { status, type: 'unexpected_response', code: `http_${status}`, attr: null, extra: {} }
    expect(await errorOf(client.call('listFlags'))).toMatchObject({
      ...expected,
      message: `The server answered ${status}.`,
    })
  })

  test('CLIENT-8 is a success that is no JSON', async () => {
    const { client } = await started((response) => response.writeHead(200).end('<h1>Sign in to this network</h1>'))
    expect(await errorOf(client.call('listFlags'))).toMatchObject({ status: 200, code: 'unreadable' })
  })

  test('CLIENT-9 has the status 0 when nobody answers', async () => {
    const client = createClient({ host: 'http://127.0.0.1:1', apiKey: 'phx_1', retries: 0 })
    const error = await errorOf(client.call('listFlags'))
    expect(error).toMatchObject({ status: 0, type: 'connection_error', code: 'unreachable' })
    expect(error.cause).toBeInstanceOf(Error)
  })

  test.each([301, 302, 307, 308])('CLIENT-10 is a redirect: %i', async (status) => {
    const elsewhere = await faultServer((response) => json(response, 200, {}))
    const { server, client } = await started((response) =>
      response.writeHead(status, { location: elsewhere.origin }).end(),
    )
    const error = await errorOf(client.call('createFlag', { body: { key: 'beta' } }))
    expect(error).toMatchObject({ status, code: 'redirected' })
    expect([server.seen.length, elsewhere.seen.length]).toEqual([1, 0])
  })
})

describe('another attempt', () => {
  const failingTwice =
    (status: number): Fault =>
    (response, index) =>
      json(response, index < 2 ? status : 200, EMPTY_PAGE)

  test.each([408, 429, 502, 503, 504])('CLIENT-11 is made after %i', async (status) => {
    const { server, client } = await started(failingTwice(status))
    expect(await client.call('listFlags')).toEqual(EMPTY_PAGE)
    expect(server.seen).toHaveLength(3)
  })

  test('CLIENT-11 is made after a connection that broke, before or amid the answer', async () => {
    const { server, client } = await started((response, index) => {
      if (index === 0) return response.destroy()
      if (index === 1) return response.writeHead(200, { 'content-length': 50 }).write('{', () => response.destroy())
      return json(response, 200, EMPTY_PAGE)
    })
    expect(await client.call('listFlags')).toEqual(EMPTY_PAGE)
    expect(server.seen).toHaveLength(3)
  })

  test.each([500, 501, 409, 401])('CLIENT-11 is not made after %i', async (status) => {
    const { server, client } = await started(failingTwice(status))
    expect(await errorOf(client.call('listFlags'))).toMatchObject({ status })
    expect(server.seen).toHaveLength(1)
  })

  test('CLIENT-11 is made as often as told', async () => {
    const { server, client } = await started((response) => json(response, 503, {}), { retries: 1 })
    await errorOf(client.call('listFlags'))
    await errorOf(client.call('listFlags', { retries: 0 }))
    await errorOf(client.call('listFlags', { retries: Number.NaN }))
    expect(server.seen).toHaveLength(4)
  })

  test('CLIENT-11 of a write without a key is made after 429 alone', async () => {
    const { server, client } = await started((response, index) => json(response, index === 0 ? 429 : 503, {}))
    expect(await errorOf(client.call('updateFlag', { params: { id: 1 }, body: {} }))).toMatchObject({ status: 503 })
    expect(server.seen).toHaveLength(2)
  })

  test('CLIENT-12 has the key and the body of the first; the next call has another key', async () => {
    const { server, client } = await started((response, index) => json(response, index === 0 ? 503 : 201, {}))
    await client.call('createFlag', { body: { key: 'beta' } })
    await client.call('createFlag', { body: { key: 'beta' } })
    await client.call('createFlag', { body: { key: 'beta' }, idempotencyKey: 'mine' })
    const [first, again, other, own] = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect([again, own]).toEqual([first, 'mine'])
    expect(other).not.toBe(first)
    expect(server.seen[1]?.body).toBe('{"key":"beta"}')
  })

  test('CLIENT-13 comes when Retry-After is over, and not before', async () => {
    const { client } = await started((response, index) =>
      index === 0 ? json(response, 503, {}, { 'retry-after': '1' }) : json(response, 200, EMPTY_PAGE),
    )
    const startedAt = performance.now()
    await client.call('listFlags')
    expect(performance.now() - startedAt).toBeGreaterThan(1000)
  })

  test.each([
    ['31536000', 31_536_000],
    [new Date(Date.now() + 7_200_000).toUTCString(), 7200],
  ])('CLIENT-13 does not wait for Retry-After: %s', async (header, seconds) => {
    const { server, client } = await started((response) => json(response, 429, {}, { 'retry-after': header }))
    const error = await errorOf(client.call('listFlags'))
    expect(Math.abs((error.retryAfterSeconds ?? 0) - seconds)).toBeLessThan(10)
    expect(server.seen).toHaveLength(1)
  })

  test.each(['soon', '-5', '', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'CLIENT-13 takes Retry-After: %j for now',
    async (header) => {
      const answer: Fault = (response, index) =>
        json(response, index === 0 ? 503 : 200, EMPTY_PAGE, { 'retry-after': header })
      const { client } = await started(answer)
      expect(await client.call('listFlags')).toEqual(EMPTY_PAGE)
    },
  )

  test('CLIENT-14 follows one that took too long', async () => {
    const { server, client } = await started((response, index) => index > 0 && json(response, 200, EMPTY_PAGE))
    expect(await client.call('listFlags', { timeoutMs: 50 })).toEqual(EMPTY_PAGE)
    expect(server.seen).toHaveLength(2)
  })

  test('CLIENT-14 ends too when the body never does', async () => {
    const { client } = await started((response) => response.writeHead(200).write('{'), { timeoutMs: 50, retries: 0 })
    expect(await errorOf(client.call('listFlags'))).toMatchObject({ status: 0, code: 'timeout' })
  })
})

describe('a signal', () => {
  test('CLIENT-15 ends a request that is never answered', async () => {
    const controller = new AbortController()
    const { server, client } = await started(() => controller.abort(new Error('enough')))
    await expect(client.call('listFlags', { signal: controller.signal })).rejects.toThrow('enough')
    expect(server.seen).toHaveLength(1)
  })

  test('CLIENT-15 ends a pause', async () => {
    const { server, client } = await started((response) => json(response, 503, {}, { 'retry-after': '50' }))
    const controller = new AbortController()
    const call = client.call('listFlags', { signal: controller.signal })
    while (server.seen.length === 0) await setTimeout(5)
    await setTimeout(20)
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })

  test('CLIENT-15 sends nothing when it was given before', async () => {
    const { server, client } = await started((response) => json(response, 200, EMPTY_PAGE))
    await expect(client.call('listFlags', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no')
    expect(server.seen).toEqual([])
  })
})

describe('a list', () => {
  /** Pages of two items, whose `next` is on another host. */
  const pagesOf =
    (pages: number, link: (offset: number) => string): Fault =>
    (response, _, { url }) => {
      const offset = Number(new URL(url, 'http://any.test').searchParams.get('offset'))
      const next = offset + 2 < pages * 2 ? link(offset + 2) : null
      json(response, 200, { ...EMPTY_PAGE, next, results: [{ id: offset }, { id: offset + 1 }] })
    }

  test('CLIENT-16 of 10,000 pages is read to its end, a page at a time', { timeout: 120_000 }, async () => {
    const { server, client } = await started(pagesOf(10_000, (offset) => `http://any.test/?offset=${offset}`))
    let [items, most] = [0, 0]
    for await (const { id } of client.items('listFlags')) {
      expect(id).toBe(items)
      items += 1
      most = Math.max(most, server.seen.length - Math.floor((items + 1) / 2))
    }
    expect([items, most, server.seen.length]).toEqual([20_000, 0, 10_000])
  })

  test('CLIENT-16 is not asked for more than is wanted', async () => {
    const { server, client } = await started(pagesOf(3, (offset) => `?offset=${offset}`))
    for await (const { results } of client.pages('listFlags')) {
      expect(results).toHaveLength(2)
      break
    }
    expect(server.seen).toHaveLength(1)
  })

  test('CLIENT-15 ends in the middle of a page', async () => {
    const { server, client } = await started(pagesOf(3, (offset) => `?offset=${offset}`))
    const controller = new AbortController()
    const ids: number[] = []
    const read = async () => {
      for await (const { id } of client.items('listFlags', { signal: controller.signal })) {
        ids.push(id)
        controller.abort(new Error('enough'))
      }
    }
    await expect(read()).rejects.toThrow('enough')
    expect([ids, server.seen.length]).toEqual([[0], 1])
  })

  test('CLIENT-17 goes on at the same endpoint, whatever its links say', async () => {
    const elsewhere = await faultServer((response) => json(response, 200, EMPTY_PAGE))
    const link = (offset: number) => `${elsewhere.origin}/else/?offset=${offset}&search=a+b`
    const { server, client } = await started(pagesOf(2, link), {}, '/deck/')
    const ids = (await all(client.items('listFlags', { query: { search: 'a b' } }))).map(({ id }) => id)
    expect(ids).toEqual([0, 1, 2, 3])
    const path = '/deck/api/projects/%40current/feature_flags/'
    expect(server.seen.map(({ url }) => url)).toEqual([`${path}?search=a+b`, `${path}?offset=2&search=a+b`])
    expect(elsewhere.seen).toEqual([])
  })

  test('CLIENT-17 that never ends is refused', async () => {
    const { server, client } = await started((response) => json(response, 200, { ...EMPTY_PAGE, next: '?offset=2' }))
    expect(await errorOf(all(client.pages('listFlags')))).toMatchObject({ code: 'unending' })
    expect(server.seen).toHaveLength(2)
  })

  test('CLIENT-7 of lines is a list, and goes on by Link', async () => {
    const { server, client } = await started((response, index) => {
      const link = index === 0 ? { link: '<http://any.test/x?after=7%3A8>; rel="next"' } : {}
      response
        .writeHead(200, { 'content-type': 'application/x-ndjson', ...link })
        .end(`{"id":"${index}"}\n{"id":"b"}\n`)
    })
    const ids = (await all(client.items('exportProjectActivity'))).map(({ id }) => id)
    expect(ids).toEqual(['0', 'b', '1', 'b'])
    expect(server.seen[1]?.url).toBe('/api/projects/%40current/activity_log/export/?after=7%3A8')
  })
})

test('CLIENT-19 has keys also where randomUUID is missing', async () => {
  const { randomUUID } = crypto
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true, writable: true })
  try {
    const { server, client } = await started((response) => json(response, 201, {}))
    await client.call('createFlag', { body: { key: 'beta' } })
    expect(server.seen[0]?.headers['idempotency-key']).toMatch(/^\d+-\d+-\d+-\d+$/)
  } finally {
    crypto.randomUUID = randomUUID
  }
})
