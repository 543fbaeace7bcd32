import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fillHostileProject } from '../../packages/server/test/hostile-sizes/hostile-project.ts'
import {
  type HostileRequest,
  hostileEvaluations,
  hostileEvents,
  hostilePersons,
  hostileReports,
} from '../../packages/server/test/hostile-sizes/hostile-requests.ts'
import { sendHostile } from '../../packages/server/test/hostile-sizes/send-hostile.ts'
import { type ProbedServer, startProbedServer } from '../../packages/server/test/support/probed-server.ts'
import { call } from '../../packages/server/test/support/server-process.ts'
import { temporaryFolder } from '../../packages/server/test/support/temporary-folder.ts'
import { amount } from './support/amount.ts'
import { sayMeasured } from './support/say-measured.ts'

const REQUESTS = amount('ENDURANCE_HOSTILE_REQUESTS', 2000)
/** The settings of the container image and of `npm start`: without them glibc would not return freed memory. */
const GIVING_BACK = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }
const CLIENTS = 8
const LARGE_REQUESTS = amount('ENDURANCE_LARGE_REQUESTS', 100)
/** Responses of 32 MiB share a budget with space for four (HTTP-90). */
const LARGE_CLIENTS = 3
/** Three bytes in UTF-8, two in memory: text that is not Latin-1. */
const WIDE = '漢'
const PAYLOAD_LENGTH = 170_000
const PERSONS_BYTES = 20_000_000
const EVENTS = 100
const MAX_OLD_SPACE_MB = 256
const KEPT_MIB = 64
/** The maximum time in which the process must return memory, and the interval of the checks. */
const SETTLING_MS = 60_000
const SETTLING_CHECK_MS = 1000

it(`OUT-14 answers ${REQUESTS} requests of hostile size with ${MAX_OLD_SPACE_MB} MiB, and keeps nothing`, async () => {
  const server = await startProbedServer({
    cwd: temporaryFolder(),
    env: GIVING_BACK,
    args: ['--rate-limit', 'off', '--log-level', 'silent'],
    maxOldSpaceMb: MAX_OLD_SPACE_MB,
  })
  const project = await fillHostileProject(server)
  const families = [hostileEvaluations, hostileEvents, hostileReports, hostilePersons]
  const requests = families.flatMap((family) => family(project))
  const before = await memoryMib(server)
  await sendAll(server, requests, { count: REQUESTS, clients: CLIENTS })
  const after = await settledMemoryMib(server, before.used + KEPT_MIB)
  sayMeasured('MiB around requests of hostile size', {
    usedBefore: before.used,
    usedAfter: after.used,
    residentBefore: before.resident,
    residentAfter: after.resident,
  })
  expect(after.used - before.used).toBeLessThan(KEPT_MIB)
}, 1_800_000)

it(`OUT-14 FLAG-124 PERSON-20 answers ${LARGE_REQUESTS} requests about a project at its bounds with ${MAX_OLD_SPACE_MB} MiB, and keeps nothing`, async () => {
  const server = await startProbedServer({
    cwd: temporaryFolder(),
    env: GIVING_BACK,
    args: ['--rate-limit', 'off', '--log-level', 'silent', '--max-project-persons-bytes', String(PERSONS_BYTES)],
    maxOldSpaceMb: MAX_OLD_SPACE_MB,
  })
  const requests = requestsAtBounds(server, await fillWithDefinitions(server))
  // The first requests compile the definitions, which stay in memory.
  await sendAll(server, requests, { count: requests.length, clients: 1 })
  const before = await memoryMib(server)
  await sendAll(server, requests, { count: LARGE_REQUESTS, clients: LARGE_CLIENTS })
  const after = await settledMemoryMib(server, before.used + KEPT_MIB)
  sayMeasured('MiB around requests about a project at its bounds', {
    usedBefore: before.used,
    usedAfter: after.used,
    residentBefore: before.resident,
    residentAfter: after.resident,
  })
  expect(after.used - before.used).toBeLessThan(KEPT_MIB)
}, 1_800_000)

/** Creates flags until their project is full, and returns the id of one of them. */
async function fillWithDefinitions({ url, personalApiKey }: ProbedServer): Promise<number> {
  const flags = `${url}/api/projects/@current/feature_flags/`
  const payload = JSON.stringify(WIDE.repeat(PAYLOAD_LENGTH))
  for (let n = 0, id = 0; ; n++) {
    const filters = { groups: [{ rollout_percentage: 100 }], payloads: { true: payload } }
    const { status, body } = await call(flags, personalApiKey, 'POST', { key: `large-${n}`, filters })
    if (status === 400 && n > 0) return id
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(201)
    id = Number(body.id)
  }
}

/**
 * Returns evaluations, a change that compiles the definitions again, and events whose new persons soon exceed the
 * limit.
 */
function requestsAtBounds({ personalApiKey, projectToken: token = '' }: ProbedServer, flagId: number) {
  const of = (path: string, body: HostileRequest['body'], more: Partial<HostileRequest> = {}): HostileRequest => ({
    ...{ name: path, path, body },
    ...more,
  })
  const events = (mark: string) =>
    Array.from({ length: EVENTS }, (_, n) => ({
      event: '$identify',
      distinct_id: `${mark}-${n}`,
      properties: { $set: { text: WIDE.repeat(1000) } },
    }))
  return [
    of('/flags/?v=2', (mark = '') => ({ token, distinct_id: mark })),
    of('/batch/', (mark = '') => ({ api_key: token, batch: events(mark) })),
    of('/decide/?v=3', (mark = '') => ({ token, distinct_id: mark })),
    of('/batch/', (mark = '') => ({ api_key: token, batch: events(mark) })),
    of(`/api/projects/@current/feature_flags/${flagId}/`, (mark = '') => ({ name: mark.slice(0, 10) }), {
      method: 'PATCH',
      headers: { authorization: `Bearer ${personalApiKey}` },
    }),
  ]
}

interface Load {
  readonly count: number
  readonly clients: number
}

/** Sends requests sequentially from several clients, each time with values that were never sent before. */
async function sendAll(
  server: ProbedServer,
  requests: readonly HostileRequest[],
  { count, clients }: Load,
): Promise<void> {
  let sent = 0
  const client = async () => {
    for (let n = sent++; n < count; n = sent++) {
      const request = requests[n % requests.length]
      if (request) await sendHostile(server, request, JSON.stringify(request.body(`mark-${n}`)))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Returns the memory when at most `limit` MiB are used, or after the maximum time. */
async function settledMemoryMib(server: ProbedServer, limit: number): ReturnType<typeof memoryMib> {
  const endsAt = performance.now() + SETTLING_MS
  for (;;) {
    const memory = await memoryMib(server)
    if (memory.used < limit || performance.now() > endsAt) return memory
    await pause(SETTLING_CHECK_MS)
  }
}

/** Returns used and resident memory. Resident memory is larger, because allocators reserve memory. */
async function memoryMib(server: ProbedServer): Promise<{ readonly used: number; readonly resident: number }> {
  const { heapUsed, external, rss } = await server.collectedMemory()
  return { used: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 }
}
