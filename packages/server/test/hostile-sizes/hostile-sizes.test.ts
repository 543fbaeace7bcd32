import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { fillHostileProject, type HostileProject } from './hostile-project.ts'
import {
  type HostileRequest,
  hostileEvaluations,
  hostileEvents,
  hostilePersons,
  hostileReports,
} from './hostile-requests.ts'
import { sendHostile } from './send-hostile.ts'

/** The longest time that a client may have to wait for the request of another client (OUT-13). */
const LONGEST_TURN_MS = 50
/** Enough attempts that garbage collection, or another process on the same core, does not disturb all of them. */
const ATTEMPTS = 4

const SUITES: Readonly<Record<string, (project: HostileProject) => readonly HostileRequest[]>> = {
  evaluation: hostileEvaluations,
  'captured events': hostileEvents,
  'reports of other SDKs': hostileReports,
  'what is known of persons': hostilePersons,
}

test.each(Object.entries(SUITES))(
  'OUT-13 %s of hostile size keep nobody waiting',
  { timeout: 600_000 },
  async (_, requestsOf) => {
    const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'] })
    const project = await fillHostileProject(server)
    const tooLong: string[] = []
    for (const request of requestsOf(project)) {
      const ms = await shortestTurnMs(server, request)
      if (ms >= LONGEST_TURN_MS) tooLong.push(`${request.name}: ${Math.round(ms)} ms`)
    }
    expect(tooLong).toEqual([])
  },
)

/**
 * Returns the longest time that a request blocks the event loop, in the best of several attempts. It stops at the first
 * attempt that is short enough.
 */
async function shortestTurnMs(server: ProbedServer, request: HostileRequest): Promise<number> {
  const body = JSON.stringify(request.body())
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && shortest >= LONGEST_TURN_MS; attempt++) {
    shortest = Math.min(shortest, await server.longestTurnMs(() => sendHostile(server, request, body)))
  }
  return shortest
}
