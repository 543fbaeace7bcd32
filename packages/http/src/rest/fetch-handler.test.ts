import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createApplication } from './application.ts'
import type { BodyMemoryOptions } from './body/body-memory.ts'
import { endpoint } from './endpoint.ts'
import { fetchHandler } from './fetch-handler.ts'
import type { StreamSink } from './plain-response.ts'
import { replyRaw } from './reply.ts'
import { handle } from './routing/route.ts'

const echo = endpoint({
  method: 'POST',
  path: '/echo/{name}/',
  operationId: 'echo',
  summary: 'Echo',
  tag: 'test',
  auth: 'public',
  query: z.object({ a: z.string().optional() }),
  body: z.looseObject({}),
  maxBodyBytes: 1000,
  output: z.unknown(),
})
const { body: _, query: __, ...bodiless } = echo
const bytes = endpoint({ ...bodiless, method: 'GET', path: '/bytes', operationId: 'bytes' })
const awaited = endpoint({ ...bodiless, method: 'GET', path: '/awaited', operationId: 'awaited' })
const stream = endpoint({ ...bodiless, method: 'GET', path: '/stream', operationId: 'stream' })

interface Opened {
  readonly sink: StreamSink
  closed: boolean
}

const opened: Opened[] = []

const answer = fetchHandler(
  createApplication({
    routes: [
      handle(echo, ({ params, query, body }) => ({ params, query, body })),
      handle(bytes, ({ request }) => {
        const etag = '"1"'
        if (request.headers['if-none-match'] === etag) return replyRaw(null, { status: 304, headers: { etag } })
        return replyRaw(new Uint8Array([1, 2]), { headers: { etag, 'content-type': 'application/octet-stream' } })
      }),
      handle(awaited, async ({ request: { signal } }) => ({ left: signal?.aborted })),
      handle(stream, () =>
        replyRaw({
          open(sink) {
            const entry = { sink, closed: false }
            opened.push(entry)
            sink.write('data: 1\n\n')
            return () => {
              entry.closed = true
            }
          },
        }),
      ),
    ],
    authenticate: () => ({}),
  }),
)

const post = (url: string, init: RequestInit) => answer(new Request(`http://h.test${url}`, { method: 'POST', ...init }))

async function gzipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function knowsBrotli(): boolean {
  try {
    // Newer runtimes support it, but the DOM types do not include it yet.
    return new DecompressionStream('brotli' as 'gzip') !== undefined
  } catch {
    return false
  }
}

test('HTTP-32 answers a web request like a plain one', async () => {
  const response = await post('/echo/a%2Fb?a=1', { body: '{"x":1}', headers: { 'Content-Type': 'application/json' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-request-id')).not.toBeNull()
  expect(await response.json()).toEqual({ params: { name: 'a/b' }, query: { a: '1' }, body: { x: 1 } })
})

test('HTTP-32 answers bytes, 304, HEAD and errors', async () => {
  const got = await answer(new Request('http://h.test/bytes'))
  expect(new Uint8Array(await got.arrayBuffer())).toEqual(new Uint8Array([1, 2]))
  const unchanged = await answer(new Request('http://h.test/bytes', { headers: { 'if-none-match': '"1"' } }))
  expect([unchanged.status, unchanged.body, unchanged.headers.get('etag')]).toEqual([304, null, '"1"'])
  const head = await answer(new Request('http://h.test/bytes', { method: 'HEAD' }))
  expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, null, '2'])
  expect((await answer(new Request('http://h.test'))).status).toBe(404)
})

test('HTTP-13 limits streamed and compressed bodies on the fetch face', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(600).fill(0x20))
    },
  })
  const init = { body: endless, duplex: 'half', headers: { 'content-type': 'application/json' } }
  expect((await post('/echo/x', init)).status).toBe(413)
  expect(pulled).toBeLessThan(10)
  const bomb = await gzipped(`{"a":"${'x'.repeat(200_000)}"}`)
  expect(bomb.length).toBeLessThan(1000)
  expect((await post('/echo/x', { body: bomb, headers: { 'content-encoding': 'gzip' } })).status).toBe(413)
})

test('HTTP-34 bounds what bodies hold on the fetch face, and how long they may take', async () => {
  const routes = [handle(echo, ({ body }) => body)]
  const sendTo = (options: BodyMemoryOptions, body: BodyInit) => {
    const bounded = fetchHandler(createApplication({ routes, authenticate: () => ({}), ...options }))
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    return bounded(new Request('http://h.test/echo/x', init))
  }
  const never = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([0x20])) })
  expect((await sendTo({ bodyTimeoutMs: 10 }, never)).status).toBe(408)
  expect((await sendTo({ bodyMemoryBytes: 10 }, '{"a":1}')).status).toBe(200)
  expect((await sendTo({ bodyMemoryBytes: 10 }, '{"a":"longer"}')).status).toBe(413)
})

test('HTTP-49 refuses on the fetch face a body that was read before', async () => {
  const request = new Request('http://h.test/echo/x', { method: 'POST', body: '{"a":1}' })
  await request.text()
  expect([(await answer(request)).status]).toEqual([400])
})

const JSON_HEADERS = { 'content-type': 'application/json' }

/** A body that sends these pieces and then fails. */
function failingBody(error: unknown, ...pieces: readonly string[]): ReadableStream<Uint8Array> {
  const left = [...pieces]
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift()
      if (piece === undefined) controller.error(error)
      else controller.enqueue(new TextEncoder().encode(piece))
    },
  })
}

async function refusal(response: Response): Promise<readonly unknown[]> {
  const { code, detail } = await response.json()
  return [response.status, code, detail]
}

const postBody = (body: unknown) =>
  post('/echo/x', { body: body as BodyInit, duplex: 'half', headers: JSON_HEADERS } as RequestInit)

test.each([
  ['status', { status: 413 }, [413, 'request_entity_too_large', 'Request body is too large.']],
  ['statusCode', { statusCode: 413 }, [413, 'request_entity_too_large', 'Request body is too large.']],
  ['status', { status: 408 }, [408, 'request_timeout', 'The request did not arrive in time.']],
  ['status', { status: 415 }, [415, 'unsupported_media_type', 'Unsupported content encoding in request.']],
  ['status', { status: 422 }, [422, 'bad_request', 'The host program refused the request body.']],
  ['status', { status: 400 }, [400, 'bad_request', 'The host program refused the request body.']],
])('HTTP-95 answers with the 4xx that the host’s error has as %s: %j', async (_, fields, expected) => {
  for (const pieces of [[], ['{"a":', '1']]) {
    const body = failingBody(Object.assign(new Error('limit of the host'), fields), ...pieces)
    expect(await refusal(await postBody(body))).toEqual(expected)
  }
})

test.each([
  [new Error('socket hang up')],
  [new DOMException('The operation was aborted.', 'AbortError')],
  [Object.assign(new Error('upstream'), { status: 502 })],
  [Object.assign(new Error('text'), { status: '413' })],
  [Object.assign(new Error('no status'), { status: 413.5 })],
  ['text'],
  [undefined],
])('HTTP-95 answers 400 when the body fails with %s', async (error) => {
  const expected = [400, 'parse_error', 'JSON parse error - the body ended early']
  for (const pieces of [[], ['{"a":', '1']]) {
    expect(await refusal(await postBody(failingBody(error, ...pieces)))).toEqual(expected)
  }
})

test('HTTP-95 answers 400 when the request was aborted while its body came', async () => {
  const leaving = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => leaving.signal.addEventListener('abort', () => controller.error(leaving.signal.reason)),
  })
  const response = post('/echo/x', { body, duplex: 'half', signal: leaving.signal } as RequestInit)
  leaving.abort()
  expect((await refusal(await response)).slice(0, 2)).toEqual([400, 'parse_error'])
})

test('HTTP-95 refuses a body that the host is reading', async () => {
  const request = new Request('http://h.test/echo/x', { method: 'POST', body: '{"a":1}' })
  request.body?.getReader()
  expect((await refusal(await answer(request))).slice(0, 2)).toEqual([400, 'bad_request'])
})

test('HTTP-95 reads text and any view of bytes that a host’s stream yields, and refuses anything else', async () => {
  const streamOf = (...pieces: readonly unknown[]) =>
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
  const bytes = new TextEncoder().encode('"é"}')
  const response = await postBody(streamOf('{"ü":', new DataView(bytes.buffer)))
  expect([response.status, (await response.json()).body]).toEqual([200, { ü: 'é' }])
  const large = await postBody(streamOf('{"a":"', 'ü'.repeat(499), '"}'))
  expect(large.status).toBe(413)
  for (const piece of [1, null, { a: 1 }]) {
    expect((await refusal(await postBody(streamOf(piece)))).slice(0, 2)).toEqual([400, 'bad_request'])
  }
})

test('HTTP-95 does not wait for a host that never finishes cancelling a body', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(600).fill(0x20)),
    cancel: () => new Promise(() => {}),
  })
  expect((await postBody(body)).status).toBe(413)
})

test('HTTP-43 undoes gzip on the fetch face and refuses what it cannot undo', async () => {
  const json = { 'content-type': 'application/json' }
  const good = await post('/echo/x', {
    body: await gzipped('{"a":1}'),
    headers: { ...json, 'content-encoding': 'gzip' },
  })
  expect(await good.json()).toMatchObject({ body: { a: 1 } })
  const broken = await post('/echo/x', { body: 'no gzip', headers: { ...json, 'content-encoding': 'gzip' } })
  expect([broken.status, (await broken.json()).code]).toEqual([400, 'parse_error'])
  const oldName = { ...json, 'content-encoding': 'X-Gzip' }
  expect((await post('/echo/x', { body: await gzipped('{"a":1}'), headers: oldName })).status).toBe(200)
  const unknown = await post('/echo/x', { body: '{}', headers: { ...json, 'content-encoding': 'zstd' } })
  expect([unknown.status, (await unknown.json()).code]).toEqual([415, 'unsupported_media_type'])
})

test('HTTP-43 undoes brotli on the fetch face where the runtime can', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
  const response = await post('/echo/x', { body: brotliCompressSync('{"a":1}'), headers })
  expect(response.status).toBe(knowsBrotli() ? 200 : 415)
  if (knowsBrotli()) expect(await response.json()).toMatchObject({ body: { a: 1 } })
})

test('HTTP-50 streams on the fetch face, and tells the stream when the reader goes', async () => {
  const response = await answer(new Request('http://h.test/stream'))
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  const entry = opened.at(-1)
  entry?.sink.write('data: 2\n\n')
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 2\n\n')
  await reader?.cancel()
  expect(entry?.closed).toBe(true)
  entry?.sink.write('data: 3\n\n')
})

test('HTTP-50 opens no stream on the fetch face for a reader that has gone', async () => {
  const before = opened.length
  const response = await answer(new Request('http://h.test/stream', { signal: AbortSignal.abort() }))
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(opened).toHaveLength(before)
})

test('HTTP-50 ends a stream on the fetch face that nobody reads', async () => {
  const response = await answer(new Request('http://h.test/stream'))
  const entry = opened.at(-1)
  for (let at = 0; at < 1000; at++) entry?.sink.write('data: x\n\n')
  expect(entry?.closed).toBe(true)
  const text = await response.text()
  expect(text.length).toBeLessThan(400 * 9)
})

test('HTTP-51 tells a handler on the fetch face that its client has left', async () => {
  const left = async (signal: AbortSignal) => (await answer(new Request('http://h.test/awaited', { signal }))).json()
  expect(await left(new AbortController().signal)).toEqual({ left: false })
  expect(await left(AbortSignal.abort())).toEqual({ left: true })
})

test('HTTP-88 says at once that it needs an application', () => {
  expect(() => fetchHandler({} as Parameters<typeof fetchHandler>[0])).toThrow(
    /^fetchHandler requires an application: /,
  )
})
