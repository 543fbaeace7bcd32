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

/** How long anybody may have to wait for somebody else's request (OUT-13). */
const LONGEST_TURN_MS = 50
/** Enough that a collection of garbage, or a neighbour on the same core, is not unlucky in all of them. */
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

/** The longest turn that a request takes in the best of several attempts; no more are made than are needed. */
async function shortestTurnMs(server: ProbedServer, request: HostileRequest): Promise<number> {
  const body = JSON.stringify(request.body())
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && shortest >= LONGEST_TURN_MS; attempt++) {
    shortest = Math.min(shortest, await server.longestTurnMs(() => sendHostile(server, request, body)))
  }
  return shortest
}
