// Runs a program that mounts Flagdeck under /flags-api in addition to its own routes. Proves by requests that clients
// find there the same API as on Flagdeck's own server: node prove-host.ts PROGRAM.ts, or -- and any command.
// The program listens on PORT, stores flags.db in its working directory, returns `mine` for / and the received body for
// POST /mine.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { PostHog } from 'posthog-node'
import { type RunningHost, startHost } from './prove-host/running-host.ts'

interface Credentials {
  readonly key: string
  readonly token: string
}

const BASE_PATH = '/flags-api'
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const [first = '', ...rest] = process.argv.slice(2)
const command = first === '--' ? rest : [process.execPath, resolve(first), ...rest]
const folder = await mkdtemp(join(tmpdir(), 'flagdeck-host-'))

try {
  const host = await startHost(command, folder)
  await prove(host).catch(async (error) => {
    console.error(host.output())
    await host.stop()
    throw error
  })
  // 143 is the shell's exit code for SIGTERM, which Next returns.
  assert([0, 143].includes((await host.stop()) ?? NaN), 'it ends by itself when it is told to')
  console.log('its own routes, management, SDKs, every kind of body, streams and stopping: as they should be')
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function prove(host: RunningHost): Promise<void> {
  const credentials = await firstKey(host)
  await hostKeepsItsOwn(host.url)
  await flagsAreManaged(host.url, credentials)
  await sdksAgree(host.url, credentials)
  await bodiesArriveAsSdksSendThem(host.url, credentials)
  await changesAreStreamed(host.url, credentials)
}

async function firstKey(host: RunningHost): Promise<Credentials> {
  for (;;) {
    const [, key, token] = /Key (phx_\S+), public token (phc_\S+)/.exec(host.output()) ?? []
    if (key !== undefined && token !== undefined) return { key, token }
    await setTimeout(20)
  }
}

async function hostKeepsItsOwn(url: string): Promise<void> {
  assert.match(await (await fetch(url)).text(), /mine/)
  const sent = await fetch(`${url}/mine`, { method: 'POST', body: '{"a":1}', headers: JSON_TYPE })
  assert.deepEqual(await sent.json(), { a: 1 })
}

async function flagsAreManaged(url: string, { key }: Credentials): Promise<void> {
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${BASE_PATH}/api/projects/@current/feature_flags/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : JSON_TYPE) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
    })
    return { status: response.status, answer: await response.json() }
  }
  const made = await api('POST', '', { key: 'half', filters: { groups: [{ rollout_percentage: 10 }] } })
  assert.equal(made.status, 201)
  const changed = await api('PATCH', `${made.answer.id}/`, { filters: { groups: [{ rollout_percentage: 50 }] } })
  assert.equal(changed.answer.filters.groups[0].rollout_percentage, 50)
  const { answer: listed } = await api('GET', '?limit=1')
  assert.deepEqual([listed.count, listed.results[0].key], [1, 'half'])
  const unknown = await api('GET', '999/')
  assert.deepEqual([unknown.status, unknown.answer.code], [404, 'not_found'])
}

async function sdksAgree(url: string, { key, token }: Credentials): Promise<void> {
  const host = `${url}${BASE_PATH}`
  const local = new PostHog(token, { host, personalApiKey: key })
  const remote = new PostHog(token, { host })
  try {
    await local.reloadFeatureFlags()
    const values = new Set<unknown>()
    for (let user = 1; user <= 40; user++) {
      const here = await local.getAllFlags(`user-${user}`, { onlyEvaluateLocally: true })
      assert.deepEqual(await remote.getAllFlags(`user-${user}`), here)
      values.add(here.half)
    }
    assert.deepEqual(values, new Set([true, false]))
  } finally {
    await Promise.all([local.shutdown(), remote.shutdown()])
  }
}

async function bodiesArriveAsSdksSendThem(url: string, { token }: Credentials): Promise<void> {
  const json = JSON.stringify({ token, distinct_id: 'ada' })
  const ask = async (query: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    (await fetch(`${url}${BASE_PATH}/flags/?v=2${query}`, { method: 'POST', body, headers, redirect: 'error' })).status
  assert.equal(await ask('', json, JSON_TYPE), 200)
  assert.equal(await ask('', json, { 'content-type': 'text/plain' }), 200)
  assert.equal(await ask('', gzipSync(json), { ...JSON_TYPE, 'content-encoding': 'gzip' }), 200)
  assert.equal(await ask('&compression=gzip-js', gzipSync(json), { 'content-type': 'text/plain' }), 200)
  const form = `data=${encodeURIComponent(Buffer.from(json).toString('base64'))}`
  assert.equal(await ask('&compression=base64', form, FORM_TYPE), 200)
  // More than the parsers of any host accept by default.
  const large = JSON.stringify({ token, distinct_id: 'ada', person_properties: { note: 'x'.repeat(1_500_000) } })
  assert.equal(await ask('', large, JSON_TYPE), 200)
}

async function changesAreStreamed(url: string, { key, token }: Credentials): Promise<void> {
  const leaving = new AbortController()
  const stream = await fetch(`${url}${BASE_PATH}/flags/definitions/stream?token=${token}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: leaving.signal,
  })
  assert.equal(stream.headers.get('content-type')?.split(';')[0], 'text/event-stream')
  const { value } = (await stream.body?.getReader().read()) ?? {}
  assert.match(new TextDecoder().decode(value), /^(event|data|id|retry|:)/)
  leaving.abort()
}
