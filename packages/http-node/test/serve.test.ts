import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { type RunningServer, type ServeOptions, serve } from '../src/index.ts'
import { RawConnection } from './raw-connection.ts'
import { BODY_LIMIT, sampleApplication } from './sample-application.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(options: ServeOptions = {}) {
  const sample = sampleApplication()
  const server = await serve(sample.application, { port: 0, ...options })
  cleanups.push(() => server.close({ timeoutMs: 0 }))
  return { server, ...sample }
}

async function open(server: RunningServer): Promise<RawConnection> {
  const connection = await RawConnection.open(server.port)
  cleanups.push(() => connection.socket.destroy())
  return connection
}

/** Node's client shows the response as received, unlike fetch. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(url, { method, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode as number, headers: response.headers, body: Buffer.concat(chunks) }
}

async function isAlive({ url }: RunningServer): Promise<boolean> {
  return (await fetch(`${url}/small`)).ok
}

const JSON_TYPE = { 'content-type': 'application/json' }

test('HTTP-40 gives every response its length, in bytes', async () => {
  const { server } = await start()
  const small = await ask(`${server.url}/small`)
  expect(small.headers['content-length']).toBe(String(Buffer.byteLength('{"small":"é"}')))
  expect(small.headers['transfer-encoding']).toBeUndefined()
  const none = await ask(`${server.url}/none`)
  expect([none.status, none.headers['content-length']]).toEqual([204, undefined])
  const head = await ask(`${server.url}/small`, {}, 'HEAD')
  expect([head.headers['content-length'], head.body.length]).toEqual(['14', 0])
  const wrongMethod = await ask(`${server.url}/small`, {}, 'PUT')
  expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test.each(['/large', '/shared'])('HTTP-41 compresses %s for clients that accept it', async (path) => {
  const { server } = await start()
  const plain = await ask(server.url + path)
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(plain.body.length) })
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const compressed = await ask(server.url + path, { 'accept-encoding': encoding })
    expect(compressed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(compressed.headers['content-length']).toBe(String(compressed.body.length))
    expect(compressed.body.length).toBeLessThan(200)
    const decoded = await (await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })).text()
    expect(decoded).toBe(plain.body.toString())
  }
})

test.each(['/small', '/large', '/shared', '/none', '/image', '/stream'])(
  'HTTP-6 answers HEAD of %s with the headers of GET',
  async (path) => {
    const { server } = await start()
    const headers = async (method: string, accepted?: string) => {
      const sent = request(server.url + path, {
        method,
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
        agent: false,
      }).end()
      const [response] = await once(sent, 'response')
      response.destroy()
      const { date: _, connection: __, 'x-request-id': ___, 'keep-alive': ____, ...rest } = response.headers
      return rest
    }
    for (const accepted of [undefined, 'gzip', 'br', 'gzip, br', 'gzip, br, zstd']) {
      const { 'transfer-encoding': _, ...got } = await headers('GET', accepted)
      if (got['content-encoding'] !== undefined) delete got['content-length']
      expect(await headers('HEAD', accepted), accepted).toEqual(got)
    }
  },
)

test('HTTP-41 leaves alone what is small, empty, unchanged or compressed by its nature', async () => {
  const { server } = await start()
  for (const path of ['/small', '/none', '/image']) {
    expect(
      (await ask(server.url + path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding'],
    ).toBeUndefined()
  }
  const unchanged = await ask(`${server.url}/shared`, { 'accept-encoding': 'gzip', 'if-none-match': '"1"' })
  expect([unchanged.status, unchanged.body.length, unchanged.headers.etag]).toEqual([304, 0, '"1"'])
  expect(unchanged.headers['content-encoding']).toBeUndefined()
})

test('HTTP-43 undoes the content encoding of a body', async () => {
  const { server } = await start()
  const json = Buffer.from('{"a":"é"}')
  const encoded = {
    gzip: gzipSync(json),
    deflate: deflateSync(json),
    br: brotliCompressSync(json),
    zstd: zstdCompressSync(json),
    identity: json,
  }
  for (const [encoding, body] of Object.entries(encoded)) {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding }
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body, headers })
    expect([encoding, await response.json()]).toEqual([encoding, { a: 'é' }])
  }
})

test('HTTP-43 refuses an encoding it does not know and bytes that are not what they say', async () => {
  const { server } = await start()
  const send = async (encoding: string) => {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding }
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body: '{"a":1}', headers })
    return [response.status, (await response.json()).code]
  }
  expect(await send('compress')).toEqual([415, 'unsupported_media_type'])
  expect(await send('constructor')).toEqual([415, 'unsupported_media_type'])
  expect(await send('gzip')).toEqual([400, 'parse_error'])
  expect(await send('zstd')).toEqual([400, 'parse_error'])
})

test('HTTP-97 refuses zstd that is cut off, has several frames or needs a larger window than HTTP allows', async () => {
  const { server } = await start()
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'zstd' }
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body, headers })
    return [response.status, (await response.json()).code ?? 'ok']
  }
  const frame = zstdCompressSync('{"a":1}')
  expect(await send(frame)).toEqual([200, 'ok'])
  expect(await send(frame.subarray(0, -2))).toEqual([400, 'parse_error'])
  expect(await send(Buffer.concat([frame, frame]))).toEqual([400, 'parse_error'])
  const ofWindow = (log: number) =>
    zstdCompressSync(Buffer.alloc(32 * 1024 * 1024, ' '), { params: { [constants.ZSTD_c_windowLog]: log } })
  expect(await send(ofWindow(24))).toEqual([400, 'parse_error'])
  // A window of 8 MiB is decoded, and the decoded body is too large.
  expect(await send(ofWindow(23))).toEqual([413, 'request_entity_too_large'])
})

test('HTTP-13 refuses a compressed body that would grow over the limit', async () => {
  const { server } = await start()
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
  expect(bomb.length).toBeLessThan(BODY_LIMIT)
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
  const response = await fetch(`${server.url}/echo`, { method: 'POST', body: bomb, headers })
  expect([response.status, (await response.json()).code]).toEqual([413, 'request_entity_too_large'])
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-13 refuses an announced body over the limit before it comes', async () => {
  const { server } = await start()
  const connection = await open(server)
  connection.send(`POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_LIMIT + 1}\r\n\r\n`)
  expect(await connection.receives('request_entity_too_large')).toContain('413 Payload Too Large')
})

test('HTTP-13 takes a body of exactly the limit, in many pieces', async () => {
  const { server } = await start()
  const body = `{"a":"${'x'.repeat(BODY_LIMIT - 8)}"}`
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of body.match(/.{1,5000}/g) ?? []) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const init = { method: 'POST', body: pieces, duplex: 'half', headers: JSON_TYPE } as RequestInit
  const response = await fetch(`${server.url}/echo`, init)
  expect((await response.json()).a).toHaveLength(BODY_LIMIT - 8)
})

test('HTTP-96 cuts off a client that never stops sending, after a bounded number of bytes', async () => {
  const { server } = await start()
  const connection = await open(server)
  connection.send('POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')])
  const sending = setInterval(() => connection.socket.writableLength === 0 && connection.send(chunk), 1)
  cleanups.push(() => clearInterval(sending))
  expect(await connection.closed()).toMatch(/^HTTP\/1.1 413 .*connection: close.*request_entity_too_large/is)
  expect(connection.socket.bytesWritten).toBeLessThan(160 * 1024 * 1024)
  expect(await isAlive(server)).toBe(true)
})

/** Sends 20 bodies of 25 MiB from a separate process: within one process, sending and refusing never overlap. */
const TWENTY_UPLOADS = `
  const answers = []
  for (let at = 0; at < 20; at++) {
    const pieces = Array.from({ length: 400 }, () => new Uint8Array(65536).fill(32))
    const init = { method: 'POST', body: ReadableStream.from(pieces), duplex: 'half' }
    const answer = fetch(process.argv[1], { ...init, headers: { 'content-type': 'application/json' } })
    answers.push(await answer.then(async (response) => (await response.json()).code, ({ cause }) => String(cause)))
  }
  console.log(JSON.stringify(answers))
`

test('HTTP-96 lets fetch of Node read why a body of 25 MiB is refused, every time', async () => {
  const { server } = await start()
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', TWENTY_UPLOADS, `${server.url}/echo`])
  expect(JSON.parse(stdout)).toEqual(Array.from({ length: 20 }, () => 'request_entity_too_large'))
})

test('HTTP-96 cuts off a client that sends slowly after it was refused', async () => {
  const { server } = await start()
  const connection = await open(server)
  connection.send('POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegin')
  const startedAt = performance.now()
  const sending = setInterval(() => connection.send('x'), 200)
  cleanups.push(() => clearInterval(sending))
  expect(await connection.closed()).toContain('{"read":false}')
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('HTTP-44 answers at once where no body is read, whatever is sent', async () => {
  const { server } = await start()
  const connection = await open(server)
  connection.send('POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegin')
  expect(await connection.closed()).toContain('{"read":false}')
  const whole = await fetch(`${server.url}/unread`, { method: 'POST', body: 'small' })
  expect(await whole.json()).toEqual({ read: false })
})

test('HTTP-44 keeps the connection after a small body that nobody reads', async () => {
  const { server } = await start()
  const connection = await open(server)
  connection.send(`POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 1024}\r\n\r\n`)
  await connection.receives('{"read":false}')
  connection.send(`${'x'.repeat(64 * 1024)}GET /small HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(await connection.receives('{"small"')).not.toMatch(/connection: close/i)
  connection.send(`POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 1024 + 1}\r\n\r\n`)
  expect(await connection.closed()).toMatch(/connection: close/i)
})

test('HTTP-14 survives deep JSON', async () => {
  const { server } = await start()
  for (const body of ['['.repeat(5000), '{"a":'.repeat(5000), `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body, headers: JSON_TYPE })
    expect([response.status, (await response.json()).code]).toEqual([400, 'parse_error'])
  }
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-45 cuts clients that are too slow, and lets nobody wait for them', async () => {
  const { server } = await start({ headersTimeoutMs: 200, requestTimeoutMs: 400 })
  const slow = await Promise.all([
    open(server).then((connection) => connection.send('GET /small HTTP/1.1\r\nHost: ')),
    open(server).then((connection) =>
      connection.send('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"a"'),
    ),
    open(server).then((connection) =>
      connection.send('POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n'),
    ),
  ])
  expect(await isAlive(server)).toBe(true)
  for (const connection of slow) expect(await connection.closed()).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s)
  const silent = await open(server)
  await silent.closed()
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-45 cuts a client that does not read its answer', async () => {
  const { server } = await start({ idleTimeoutMs: 300 })
  const connection = await open(server)
  connection.socket.pause()
  const requests = 'GET /shared HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20)
  const sending = setInterval(() => connection.socket.writableLength === 0 && connection.send(requests), 1)
  cleanups.push(() => clearInterval(sending))
  await once(connection.socket, 'error')
  expect(await isAlive(server)).toBe(true)
})

test.each([
  ['not HTTP at all', 'hello there\r\n\r\n', 400, 'bad_request'],
  [
    'two lengths',
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    400,
    'bad_request',
  ],
  [
    'a length and chunks',
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'bad_request',
  ],
  [
    'headers that are too large',
    `GET /small HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'request_header_fields_too_large',
  ],
])('HTTP-46 answers %s and closes', async (_, sent, status, code) => {
  const { server } = await start()
  const connection = await open(server)
  const answer = await connection.send(sent).closed()
  expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    type: 'invalid_request',
    code,
    attr: null,
  })
  expect(await isAlive(server)).toBe(true)
})

test.each([
  ['GET /small HTTP/1.1\r\n\r\n', 400, 'bad_request'],
  ['GET /small HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n', 417, 'expectation_failed'],
  ['GET /small HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400, 'bad_request'],
  ['GET /small HTTP/1.0\r\nHost: x\r\nHOST: x\r\n\r\n', 400, 'bad_request'],
  ['POST /echo HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n', 400, 'bad_request'],
])('HTTP-46 refuses %j in the form of every refusal', async (sent, status, code) => {
  const { server } = await start()
  const connection = await open(server)
  const answer = await connection.send(sent).receives('}')
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: application/json.*content-length: `, 'is'))
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ type: 'invalid_request', code })
})

test('HTTP-46 serves older clients that name no host', async () => {
  const { server } = await start()
  const connection = await open(server)
  expect(await connection.send('GET /small HTTP/1.0\r\n\r\n').closed()).toMatch(/^HTTP\/1.1 200 /)
})

test('HTTP-46 tells a client that waits to send its body when somebody is about to read it', async () => {
  const { server } = await start()
  const waiting = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`
  const welcome = await open(server)
  await welcome.send(waiting('/echo', 7)).receives('HTTP/1.1 100 Continue\r\n\r\n')
  expect(await welcome.send('{"a":1}').receives('{"a":1}')).toMatch(/HTTP\/1.1 200 /)
  const tooLarge = await open(server)
  expect(await tooLarge.send(waiting('/echo', 30_000_000)).closed()).toMatch(/^HTTP\/1.1 413 .*connection: close/is)
  const unread = await open(server)
  expect(await unread.send(waiting('/unread', 7)).closed()).toMatch(/^HTTP\/1.1 200 .*connection: close/is)
})

test.each([
  ['http://x/small', '{"small"'],
  ['HTTPS://user@x:8000/small?a=http://y/', '{"small"'],
  ['http://x', 'not_found'],
  ['http://x?/small', 'not_found'],
  ['//x/small', 'not_found'],
  ['*', 'not_found'],
])('HTTP-53 answers a request for %s with %s', async (target, expected) => {
  const { server } = await start()
  const connection = await open(server)
  await connection.send(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).receives(expected)
})

test('HTTP-47 survives clients that go away', async () => {
  const { server, openGate, gateEntered } = await start()
  const midBody = await open(server)
  midBody.send('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"').socket.resetAndDestroy()
  const midAnswer = await open(server)
  midAnswer.send('GET /gate HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  midAnswer.socket.resetAndDestroy()
  openGate()
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-47 ends the reading of a body whose client had gone before it began', async () => {
  const { server, gateEntered, awaited, bodies } = await start()
  const client = await open(server)
  client.send('POST /abandoned-body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"')
  await gateEntered
  client.socket.resetAndDestroy()
  const [signal] = awaited
  if (signal && !signal.aborted) await once(signal, 'abort')
  await expect.poll(() => bodies).toHaveLength(1)
  expect(await bodies[0]).toMatchObject({ kind: 'parse_error' })
})

test('HTTP-21 answers 500 for a header that HTTP does not allow', async () => {
  const errors: unknown[] = []
  const { server } = await start({ onSendError: (error) => errors.push(error) })
  const response = await fetch(`${server.url}/broken-header`)
  expect([response.status, (await response.json()).code]).toEqual([500, 'error'])
  expect(errors).toHaveLength(1)
})

test('HTTP-48 finishes what was begun when it stops, and takes nothing new', async () => {
  const { server, openGate, gateEntered } = await start()
  const inFlight = await open(server)
  inFlight.send('GET /gate HTTP/1.1\r\nHost: x\r\n\r\n')
  const halfSent = await open(server)
  halfSent.send('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a"')
  const idle = await open(server)
  await idle.send('GET /small HTTP/1.1\r\nHost: x\r\n\r\n').receives('small')
  await gateEntered
  const stopped = server.close()
  await idle.closed()
  await expect(RawConnection.open(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  halfSent.send(':1}')
  expect(await halfSent.closed()).toContain('{"a":1}')
  openGate()
  expect(await inFlight.closed()).toContain('{"through":true}')
  expect(await stopped).toBe(true)
})

test('HTTP-48 tells a client that is busy when it stops that the connection ends', async () => {
  const { server, openGate, gateEntered } = await start()
  const busy = await open(server)
  busy.send('GET /gate HTTP/1.1\r\nHost: x\r\n\r\nGET /small HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  const stopped = server.close()
  openGate()
  expect(await busy.closed()).toMatch(/connection: close/i)
  expect(await stopped).toBe(true)
})

test('HTTP-48 cuts off what is left after the time-out, and says so', async () => {
  const { server, gateEntered } = await start()
  const stuck = await open(server)
  stuck.send('GET /gate HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  expect(await server.close({ timeoutMs: 50 })).toBe(false)
  expect(await stuck.closed()).toBe('')
})

test('HTTP-48 goes on for a moment after it said that it is not ready', async () => {
  const { server } = await start()
  let ready = true
  const onDraining = () => {
    ready = false
  }
  const stopped = server.close({ onDraining, drainDelayMs: 200 })
  expect(ready).toBe(false)
  expect((await ask(`${server.url}/small`)).status).toBe(200)
  expect(await stopped).toBe(true)
  await expect(ask(`${server.url}/small`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('HTTP-48 ends streams when it stops', async () => {
  const { server, streams } = await start()
  const reader = await open(server)
  await reader.send('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n').receives('hello')
  expect(await server.close()).toBe(true)
  expect(await reader.closed()).toContain('text/event-stream')
  await streams[0]?.closed
})

test('HTTP-48 ends streams that were asked for before it stopped, and begin after', async () => {
  const { server, openGate, gateEntered, streams } = await start()
  const reader = await open(server)
  reader.send('GET /late-stream HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  const stopped = server.close({ timeoutMs: 2000 })
  openGate()
  expect(await reader.closed()).toContain('text/event-stream')
  expect(await stopped).toBe(true)
  await streams[0]?.closed
})

test('HTTP-48 ends streams that wait behind others when it stops', async () => {
  const { server } = await start()
  const reader = await open(server)
  await reader.send('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3)).receives('hello')
  expect(await server.close()).toBe(true)
  await reader.closed()
})

test('HTTP-48 sends what it has answered to its end, however slowly it is read, and then closes', async () => {
  const { server, gateEntered } = await start()
  const idle = await open(server)
  await idle.send('GET /small HTTP/1.1\r\nHost: x\r\n\r\n').receives('small')
  const slow = await open(server)
  slow.socket.pause()
  slow.send('GET /huge HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  // The response has started: its head declares a persistent connection.
  await isAlive(server)
  const stopped = server.close({ timeoutMs: 5000 })
  await expect(RawConnection.open(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  slow.socket.resume()
  const [head = '', body] = (await slow.closed()).split('\r\n\r\n')
  expect(head).toMatch(/connection: keep-alive/i)
  expect(body).toHaveLength(Number(/content-length: (\d+)/i.exec(head)?.[1]))
  expect(await stopped).toBe(true)
  await idle.closed()
})

test('HTTP-50 tells a stream that its reader has gone', async () => {
  const { server, streams } = await start()
  const reader = await open(server)
  await reader.send('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n').receives('hello')
  reader.socket.destroy()
  await streams[0]?.closed
  streams[0]?.sink.write('nobody reads this')
  streams[0]?.sink.end()
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-50 opens no stream for a reader that has gone', async () => {
  const { server, streams, gateEntered, awaited } = await start()
  const reader = await open(server)
  reader.send('GET /abandoned-stream HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  reader.socket.resetAndDestroy()
  const [signal] = awaited
  if (signal && !signal.aborted) await once(signal, 'abort')
  expect(await isAlive(server)).toBe(true)
  expect(streams).toEqual([])
})

test('HTTP-50 begins a stream behind another answer when its turn comes, if ever', async () => {
  const { server, streams, openGate, gateEntered } = await start()
  const reader = await open(server)
  const gate = 'GET /gate HTTP/1.1\r\nHost: x\r\n\r\n'
  reader.send(gate + 'GET /stream HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  await gateEntered
  expect(await isAlive(server)).toBe(true)
  expect(streams).toHaveLength(0)
  openGate()
  await reader.receives('hello')
  expect(streams).toHaveLength(1)
  reader.socket.resetAndDestroy()
  await streams[0]?.closed
  expect(await isAlive(server)).toBe(true)
  expect(streams).toHaveLength(1)
})

test('HTTP-50 cuts off a reader that lags too far behind', async () => {
  const { server, streams } = await start()
  const reader = await open(server)
  await reader.send('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n').receives('hello')
  reader.socket.pause()
  const [stream] = streams
  const writing = setInterval(() => stream?.sink.write('x'.repeat(64 * 1024)), 0)
  cleanups.push(() => clearInterval(writing))
  await stream?.closed
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-51 tells a handler that its client has left', async () => {
  const { server, gateEntered, awaited, openGate } = await start()
  const client = await open(server)
  client.send('GET /awaited HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateEntered
  const [signal] = awaited
  expect(signal?.aborted).toBe(false)
  client.socket.destroy()
  if (signal) await once(signal, 'abort')
  openGate()
  expect(await isAlive(server)).toBe(true)
})

test('HTTP-51 takes no client that got its answer for one that left', async () => {
  const { server, awaited } = await start()
  expect((await ask(`${server.url}/awaited`, { 'x-hurry': '1' })).status).toBe(204)
  await server.close({ timeoutMs: 1000 })
  expect(awaited.map(({ aborted }) => aborted)).toEqual([false])
})

test('tells who starts it that a port is taken', async () => {
  const { server, application } = await start()
  await expect(serve(application, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
