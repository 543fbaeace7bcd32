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
import { temporaryFolder } from '../../packages/server/test/support/temporary-folder.ts'
import { amount } from './support/amount.ts'
import { sayMeasured } from './support/say-measured.ts'

const REQUESTS = amount('ENDURANCE_HOSTILE_REQUESTS', 2000)
/** As the container image and `npm start` have it: glibc would keep what was freed for requests to come. */
const GIVING_BACK = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }
const CLIENTS = 8
const MAX_OLD_SPACE_MB = 256
const KEPT_MIB = 64
/** How long the process may take to give memory back, and how often it is asked whether it did. */
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
  await sendAll(server, requests)
  const after = await settledMemoryMib(server, before.used + KEPT_MIB)
  sayMeasured('MiB around requests of hostile size', {
    usedBefore: before.used,
    usedAfter: after.used,
    residentBefore: before.resident,
    residentAfter: after.resident,
  })
  expect(after.used - before.used).toBeLessThan(KEPT_MIB)
}, 1_800_000)

/** One after the other by several clients, each time with values that were never sent before. */
async function sendAll(server: ProbedServer, requests: readonly HostileRequest[]): Promise<void> {
  let sent = 0
  const client = async () => {
    for (let n = sent++; n < REQUESTS; n = sent++) {
      const request = requests[n % requests.length]
      if (request) await sendHostile(server, request, JSON.stringify(request.body(`mark-${n}`)))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** What is left once no more than `limit` MiB are used, or when the time for that is over. */
async function settledMemoryMib(server: ProbedServer, limit: number): ReturnType<typeof memoryMib> {
  const endsAt = performance.now() + SETTLING_MS
  for (;;) {
    const memory = await memoryMib(server)
    if (memory.used < limit || performance.now() > endsAt) return memory
    await pause(SETTLING_CHECK_MS)
  }
}

/** What is resident is more than what is used: allocators keep room for what comes next. */
async function memoryMib(server: ProbedServer): Promise<{ readonly used: number; readonly resident: number }> {
  const { heapUsed, external, rss } = await server.collectedMemory()
  return { used: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 }
}
