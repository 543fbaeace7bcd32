import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  BEYOND_LATIN_1,
  flagsOf,
  type LargeRequest,
  largeRequests,
  sendLarge,
  startLargeProject,
} from './large-project.ts'

const MAX_OLD_SPACE_MB = 256

/** The objects take twenty times as much memory as their text. */
const DENSE = Array.from({ length: 95_000 }, () => ({}))

/** Sends requests concurrently. Each response has to be an expected one, or 503 with `Retry-After`. */
async function sendTogether(
  server: ProbedServer,
  count: number,
  requestOf: (n: number) => LargeRequest,
  ...expected: readonly number[]
): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const response = await sendLarge(server, requestOf(n), 'identity')
      await response.arrayBuffer()
      if (response.status === 503) expect(response.headers.has('retry-after')).toBe(true)
      return response.status
    }),
  )
  expect([...expected, 503]).toEqual(expect.arrayContaining(statuses))
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null])
}

test('HTTP-98 bodies of many small objects do not end a process of 256 MiB', { timeout: 300_000 }, async () => {
  const server = await startProbedServer({
    cwd: temporaryFolder(),
    args: ['--rate-limit', 'off'],
    maxOldSpaceMb: MAX_OLD_SPACE_MB,
  })
  const { projectToken: token = '', personalApiKey } = server
  const post = (path: string, body: unknown, key = personalApiKey): LargeRequest => {
    return { path, method: 'POST', headers: { authorization: `Bearer ${key}` }, body }
  }
  const ofrep = () => post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'ada', x: DENSE } }, token)
  await sendTogether(server, 200, ofrep, 200)
  const sdk = () => post('/flags/?v=2', { token, distinct_id: 'ada', person_properties: { a: DENSE } })
  await sendTogether(server, 200, sdk, 200)
  const event = (n: number) => ({ event: '$set', distinct_id: `u${n}`, properties: { $set: { a: DENSE } } })
  await sendTogether(server, 64, (n) => post('/batch/', { api_key: token, batch: [event(n)] }), 200)
  const flags = new URL(flagsOf(server)).pathname
  const flag = (n: number) => ({ key: `flag-${n}`, filters: { groups: [{}], unknown: DENSE } })
  // A few of them fill the project (FLAG-124).
  await sendTogether(server, 25, (n) => post(flags, flag(n)), 201, 400)
})

test('DRY-5 copies of a large project do not end a process of 256 MiB', { timeout: 300_000 }, async () => {
  const server = await startLargeProject({ maxOldSpaceMb: MAX_OLD_SPACE_MB, payloadStart: BEYOND_LATIN_1 })
  const { personalApiKey } = server
  const headers = { authorization: `Bearer ${personalApiKey}` }
  const post = (path: string, body: unknown): LargeRequest => ({ path, method: 'POST', headers, body })
  const { pathname: flags } = new URL(flagsOf(server))
  const { results } = (await (await sendLarge(server, { path: `${flags}?limit=1`, headers }, 'identity')).json()) as {
    readonly results: readonly { readonly id: number; readonly key: string }[]
  }
  const [flag] = results
  const ids = Array.from({ length: 60 }, (_, n) => (flag?.id ?? 0) - n)
  const deleting = post(`${flags}bulk_delete/?dry_run=true`, { ids })
  const importing = post('/api/projects/@current/import/?dry_run=true', { document: { flagdeck_export: 1 } })
  const target = { feature_flag_key: flag?.key, from_project: 1, target_project_ids: [1] }
  const copying = (query: string) => post(`/api/organizations/@current/feature_flags/copy_flags/${query}`, target)
  for (const request of [deleting, importing, copying('?dry_run=true'), copying('')]) {
    await sendTogether(server, 10, () => request, 200)
  }
})

test('HTTP-99 exports of flags of many small objects do not end a process of 256 MiB', {
  timeout: 300_000,
}, async () => {
  const server = await startLargeProject({
    maxOldSpaceMb: MAX_OLD_SPACE_MB,
    // Each counts for more than 2 MB (FLAG-124).
    flags: 14,
    filters: { groups: Array.from({ length: 6500 }, (_, n) => ({ rollout_percentage: n % 100 })) },
  })
  const exporting = largeRequests(server)['an export'] ?? { path: '' }
  await sendTogether(server, 8, () => exporting, 200)
})
