import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from './logging/logger.ts'
import type { ServerOptions } from './settings/read-settings.ts'
import { type RunningServer, startServer } from './start-server.ts'

interface ServerUnderTest extends RunningServer {
  readonly key: string
  readonly token: string
  readonly logLines: string[]
}

async function start(options: ServerOptions = {}): Promise<ServerUnderTest> {
  const logLines: string[] = []
  const logger = createLogger('trace', 'json', { write: (line) => logLines.push(line) })
  const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', ...options }, logger)
  onTestFinished(() => server.close())
  const { personalApiKey = '', projectToken = '' } = server.credentials ?? {}
  return { ...server, key: personalApiKey, token: projectToken, logLines }
}

function post(server: ServerUnderTest, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('a server inside a program', () => {
  test('answers the API with the credentials it was started with', async () => {
    const server = await start()
    const response = await fetch(`${server.url}/api/projects/@current/feature_flags/`, {
      headers: { authorization: `Bearer ${server.key}` },
    })
    expect(await response.json()).toEqual({ count: 0, next: null, previous: null, results: [] })
  })

  test('refuses an option that it does not know, or whose value it cannot use', async () => {
    // Programs in plain JavaScript can do this.
    await expect(startServer({ prot: 0 } as object)).rejects.toThrow('Unknown option prot; did you mean port?')
    await expect(startServer({ port: 'x' })).rejects.toThrow('port is "x", but it must be a whole number')
  })

  test('is not left behind when its port is taken', async () => {
    const { url } = await start()
    await expect(start({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE')
  })

  test('limits requests, names itself and lets origins in as it was told', async () => {
    const server = await start({
      rateLimit: '1/hour',
      publicUrl: 'https://flags.test/',
      corsOrigins: ['https://app.test'],
    })
    const headers = { authorization: `Bearer ${server.key}`, origin: 'https://app.test' }
    const first = await fetch(`${server.url}/api/projects/?limit=1&offset=1`, { headers })
    expect(await first.json()).toMatchObject({ previous: expect.stringMatching('^https://flags.test/api/projects/') })
    expect(first.headers.get('access-control-allow-origin')).toBe('https://app.test')
    expect((await fetch(`${server.url}/api/projects/`, { headers })).status).toBe(429)
  })
})

describe('SERVE-20 health', () => {
  test.for(['/_livez', '/_readyz', '/_health', '/_readyz/'])('%s answers without a key', async (path) => {
    const { url } = await start()
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ status: expect.stringMatching(/^(ok|ready)$/) })
  })

  test('is part of the description of the API', async () => {
    const { url } = await start()
    const description = (await (await fetch(`${url}/api/schema/`)).json()) as { paths: object }
    expect(Object.keys(description.paths)).toEqual(expect.arrayContaining(['/_livez', '/_readyz', '/metrics']))
  })
})

describe('metrics', () => {
  test('SERVE-21 count requests by method, route template and status', async () => {
    const server = await start()
    await fetch(`${server.url}/api/projects/1/feature_flags/?token=phc_secret`)
    await fetch(`${server.url}/made/up/${server.token}`)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const route = '/api/projects/{project_id}/feature_flags/'
    expect(text).toMatch(`http_requests_total{method="GET",route="${route}",status="401"} 1`)
    expect(text).toMatch('http_requests_total{method="GET",route="none",status="404"} 1')
    expect(text).toMatch(`http_request_duration_seconds_count{method="GET",route="${route}",status_class="4xx"} 1`)
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(text).not.toMatch(/ph[cx]_/)
  })

  test('say which version of the flags is in memory, and how old it may be', async () => {
    const server = await start()
    await post(server, '/flags/?v=2', { token: server.token, distinct_id: 'a' })
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch('definitions_version{project="1"} 1')
    expect(text).toMatch(/^definitions_age_seconds 0(\.\d+)?$/m)
  })

  test('SERVE-25 follow what happens', async () => {
    const server = await start()
    const bearer = { authorization: `Bearer ${server.key}` }
    await post(server, '/api/projects/1/feature_flags/', { key: 'beta', filters: { groups: [{}] } }, bearer)
    await post(server, '/flags/?v=2', { token: server.token, distinct_id: 'a' })
    const leaving = new AbortController()
    const stream = fetch(`${server.url}/flags/definitions/stream`, { headers: bearer, signal: leaving.signal })
    expect((await stream).status).toBe(200)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    leaving.abort()
    expect(text).toMatch('flag_evaluations_total{project="1",reason="condition_match"} 1')
    expect(text).toMatch('flag_evaluation_duration_seconds_count 1')
    expect(text).toMatch('event_streams_open 1')
    expect(text).toMatch('definitions_flags 1')
    expect(text).toMatch('store_pool_size{pool="writer"} 1')
    expect(text).toMatch(/^store_query_duration_seconds_count{op="write"} [1-9]\d*$/m)
    expect(text).toMatch(/^flagdeck_build_info{version="\d.*",node=".*",store="sqlite"} 1$/m)
  })

  test('SERVE-21 are served to this machine only, unless told otherwise', async () => {
    const statusOf = async (options: ServerOptions) => {
      const { url } = await start(options)
      return (await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/metrics`)).status
    }
    expect(await statusOf({ host: '0.0.0.0' })).toBe(404)
    expect(await statusOf({ host: '0.0.0.0', metrics: 'on' })).toBe(200)
    expect(await statusOf({ metrics: 'off' })).toBe(404)
    expect(await statusOf({ trustProxy: true })).toBe(404)
    expect(await statusOf({ trustProxy: true, metrics: 'on' })).toBe(200)
  })

  test('SERVE-52 are served under no name but localhost, unless they are turned on', async () => {
    const statusOf = async ({ url }: RunningServer, target: string, host?: string) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      const [version, header] = host === undefined ? ['1.0', ''] : ['1.1', `Host: ${host}\r\n`]
      socket.end(`GET ${target} HTTP/${version}\r\n${header}Connection: close\r\n\r\n`)
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(await text(socket)) ?? []
      return Number(status)
    }
    const [auto, on] = [await start(), await start({ metrics: 'on' })]
    for (const host of ['localhost', 'localhost:8000', '127.0.0.1', '10.0.0.1:80', '[::1]', '[::1]:8000']) {
      expect(await statusOf(auto, '/metrics', host), host).toBe(200)
    }
    for (const host of ['evil.test', 'evil.test:8000', 'localhost.evil.test', '', undefined]) {
      expect(await statusOf(auto, '/metrics', host), host).toBe(404)
      expect(await statusOf(on, '/metrics', host), host).toBe(200)
      expect(await statusOf(auto, '/_livez', host), host).toBe(200)
    }
    expect(await statusOf(auto, 'http://evil.test/metrics', 'localhost')).toBe(404)
    expect(await statusOf(auto, 'HTTP://evil.test:8000/metrics', '127.0.0.1')).toBe(404)
    expect(await statusOf(auto, 'http://localhost/metrics', 'evil.test')).toBe(200)
    expect(await statusOf(auto, 'http://[::1]:8000/metrics', 'evil.test')).toBe(200)
  })

  test('of two servers in one process do not mix', async () => {
    const [first, second] = [await start(), await start()]
    await fetch(`${first.url}/_livez`)
    expect(await (await fetch(`${second.url}/metrics`)).text()).not.toMatch('/_livez')
  })
})

describe('logs', () => {
  test('SERVE-22 name requests by template, status, time and caller, and give the id that the client sees', async () => {
    const server = await start()
    const response = await fetch(`${server.url}/api/projects/1/feature_flags/?search=hunter2`, {
      headers: { authorization: `Bearer ${server.key}` },
    })
    await response.text()
    const line = server.logLines.map((each) => JSON.parse(each)).find((each) => each.method === 'GET')
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      req_id: response.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/projects/{project_id}/feature_flags/',
      status: 200,
      ms: expect.any(Number),
      actor_id: 1,
      msg: 'request',
    })
  })

  test('SERVE-23 hold no key, token, distinct id, body or raw path, whatever is asked', async () => {
    const server = await start()
    const bearer = { authorization: `Bearer ${server.key}` }
    const flag = { key: 'name-of-flag', filters: { groups: [{}] } }
    await post(server, '/api/projects/1/feature_flags/', flag, bearer)
    await post(server, '/api/projects/1/feature_flags/', { ...flag, personal_api_key: server.key })
    await post(server, '/flags/?v=2', { token: server.token, distinct_id: 'ada-lovelace' })
    await post(server, '/flags/?v=2', { token: 'phc_unknown', distinct_id: 'ada-lovelace' })
    await post(server, '/api/projects/1/feature_flags/', 'no JSON object: ada-lovelace', bearer)
    await fetch(`${server.url}/api/projects/1/feature_flags/?token=${server.token}&personal_api_key=${server.key}`)
    await fetch(`${server.url}/${server.key}`, { headers: { 'x-request-id': server.key } })
    await fetch(`${server.url}/_readyz`)
    expect(server.logLines.length).toBeGreaterThanOrEqual(8)
    expect(server.logLines.join('')).not.toMatch(/ph[xcs]_\w|ada-lovelace|name-of-flag|\?|token=/)
  })

  test('SERVE-22 of checks by machines appear only when asked for', async () => {
    const server = await start()
    await fetch(`${server.url}/_livez`)
    expect(server.logLines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'debug', route: '/_livez' }])
  })
})
