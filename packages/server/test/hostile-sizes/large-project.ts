import type { JsonObject } from '@flagdeck/core'
import { expect } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Together, these flags are about as large as all flags of a project may be (FLAG-124). */
const FLAGS = 64
const PAYLOAD_LENGTH = 499_000

/** One such character makes V8 store a text that contains it with two bytes for each character. */
export const BEYOND_LATIN_1 = '\u{1F600}'

export interface LargeProjectOptions {
  /** The limit of V8's old space, in MiB. */
  readonly maxOldSpaceMb?: number
  /** The first characters of each payload. */
  readonly payloadStart?: string
  /** The filters of each flag, in place of a large payload. */
  readonly filters?: JsonObject
  readonly flags?: number
}

/** Starts a server with a project whose flags are about as large as they may be. */
export async function startLargeProject({
  payloadStart = '',
  filters,
  flags = FLAGS,
  ...options
}: LargeProjectOptions = {}) {
  const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'], ...options })
  const payload = JSON.stringify(payloadStart.padEnd(PAYLOAD_LENGTH, 'x'))
  for (let n = 0; n < flags; n++) {
    const body = {
      key: `large-${n}`,
      is_remote_configuration: n % 2 === 0,
      filters: filters ?? { groups: [{ properties: [], rollout_percentage: 100 }], payloads: { true: payload } },
    }
    const created = await call(flagsOf(server), server.personalApiKey, 'POST', body)
    expect(created.status, JSON.stringify(created.body).slice(0, 1000)).toBe(201)
  }
  return server
}

export function flagsOf({ url }: ProbedServer): string {
  return `${url}/api/projects/@current/feature_flags/`
}

export interface LargeRequest {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Returns every request whose response contains all flags of a project, or all of their activity. */
export function largeRequests({
  personalApiKey = '',
  projectToken: token = '',
}: ProbedServer): Record<string, LargeRequest> {
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
    'a list of flags': { path: `${project}/feature_flags/?limit=1000`, headers: byKey },
    'my flags': { path: `${project}/feature_flags/my_flags/`, headers: byKey },
    'an export': { path: `${project}/export/`, headers: byKey },
    'the newest activity': { path: `${project}/activity_log/newest/?limit=1000`, headers: byKey },
    'the activity of flags': { path: `${project}/feature_flags/activity/?limit=1000`, headers: byKey },
    'the activity log': { path: `${project}/activity_log/?scope=FeatureFlag&page_size=1000`, headers: byKey },
    'an export of the activity': { path: `${project}/activity_log/export/`, headers: byKey },
  }
}

/** Sends a request that accepts one encoding. */
export function sendLarge(
  { url }: ProbedServer,
  { path, method = 'GET', headers = {}, body }: LargeRequest,
  encoding: string,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    headers: {
      ...headers,
      'accept-encoding': encoding,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
