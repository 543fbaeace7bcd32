import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Together as much as the filters of a project may have. */
const FLAGS = 64
const PAYLOAD = JSON.stringify('x'.repeat(499_000))
const CHANGES = 1000
const LONGEST_TURN_MS = 50
/** Enough that a collection of garbage, or a neighbour on the same core, is not unlucky in all of them. */
const ATTEMPTS = 6

async function startLargeProject(): Promise<ProbedServer> {
  const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'] })
  const { personalApiKey = '' } = server
  const flags = `${server.url}/api/projects/@current/feature_flags/`
  const small = Number((await call(flags, personalApiKey, 'POST', { key: 'small' })).body.id)
  for (let n = 0; n < FLAGS; n++) {
    const body = {
      key: `large-${n}`,
      is_remote_configuration: n % 2 === 0,
      filters: { groups: [{ properties: [], rollout_percentage: 100 }], payloads: { true: PAYLOAD } },
    }
    const created = await call(flags, personalApiKey, 'POST', body)
    expect(created.status, JSON.stringify(created.body).slice(0, 1000)).toBe(201)
  }
  // So that pages of the activity are full.
  for (let n = 0; n < CHANGES; n++) {
    const changed = await call(`${flags}${small}/`, personalApiKey, 'PATCH', {
      name: `name ${n}`,
      filters: { groups: Array.from({ length: 10 }, () => ({ properties: [], rollout_percentage: n % 100 })) },
    })
    expect(changed.status).toBe(200)
  }
  return server
}

interface LargeRequest {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

function largeRequests({ personalApiKey = '', projectToken: token = '' }: ProbedServer): Record<string, LargeRequest> {
  const sdk = { method: 'POST', body: { token, distinct_id: 'ada' } }
  const byToken = { authorization: `Bearer ${token}` }
  const byKey = { authorization: `Bearer ${personalApiKey}` }
  const project = '/api/projects/@current'
  return {
    '/flags/': { path: '/flags/?v=2', ...sdk },
    '/flags/ as values': { path: '/flags/?v=1', ...sdk },
    '/decide/': { path: '/decide/?v=3', ...sdk },
    OFREP: {
      path: '/ofrep/v1/evaluate/flags',
      method: 'POST',
      headers: byToken,
      body: { context: { targetingKey: 'ada' } },
    },
    Unleash: { path: '/api/frontend?userId=ada', headers: { authorization: token } },
    'GO Feature Flag': { path: '/v1/allflags', method: 'POST', headers: byToken, body: { user: { key: 'ada' } } },
    definitions: { path: `/flags/definitions/?token=${token}`, headers: byKey },
    'a list of flags': { path: `${project}/feature_flags/?limit=100`, headers: byKey },
    'an export': { path: `${project}/export/`, headers: byKey },
    'the newest activity': { path: `${project}/activity_log/newest/?limit=1000`, headers: byKey },
    'the activity of flags': { path: `${project}/feature_flags/activity/?limit=1000`, headers: byKey },
  }
}

async function readAll(
  server: ProbedServer,
  { path, method = 'GET', headers = {}, body }: LargeRequest,
  encoding: string,
) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...headers,
      'accept-encoding': encoding,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return { status: response.status, bytes }
}

/** The longest turn in the best of several attempts; no more are made than are needed. */
async function leastTurnMs(server: ProbedServer, work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= LONGEST_TURN_MS; attempt++) {
    least = Math.min(least, await server.longestTurnMs(work))
  }
  return least
}

test('OUT-13 responses of a project at its largest keep nobody waiting', { timeout: 600_000 }, async () => {
  const server = await startLargeProject()
  const tooLong: string[] = []
  for (const [name, request] of Object.entries(largeRequests(server))) {
    for (const encoding of ['identity', 'gzip']) {
      const ms = await leastTurnMs(server, async () => {
        const { status, bytes } = await readAll(server, request, encoding)
        expect([name, status, bytes > 1024]).toEqual([name, 200, true])
      })
      if (ms >= LONGEST_TURN_MS) tooLong.push(`${name}, ${encoding}: ${Math.round(ms)} ms`)
    }
  }
  expect(tooLong).toEqual([])
})

const PIPELINED: Readonly<Record<string, [count: number, request: string]>> = {
  'requests of 128 bytes': [5000, `GET /flags/?v=2&token=${'a'.repeat(60)} HTTP/1.1\r\nhost: localhost:8000\r\n`],
  'unknown paths': [2400, 'GET /x HTTP/1.1\r\nhost: x\r\n'],
}

test.each(Object.entries(PIPELINED))(
  'OUT-13 pipelined %s keep nobody waiting',
  { timeout: 120_000 },
  async (_, [count, request]) => {
    const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'] })
    const text = `${`${request}\r\n`.repeat(count - 1)}${request}connection: close\r\n\r\n`
    const ms = await leastTurnMs(server, async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.resume().write(text)
      await once(socket, 'close')
    })
    expect(ms).toBeLessThan(LONGEST_TURN_MS)
  },
)
