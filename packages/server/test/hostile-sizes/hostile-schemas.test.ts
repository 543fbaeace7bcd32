import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { HOSTILE_SCHEMAS, type HostileSchema } from './hostile-schemas.ts'

const LONGEST_TURN_MS = 50
/** Memory that all concurrent checks may have beyond that of a server without work. */
const EXTRA_MIB = 32
const CONCURRENT = 4
/** Enough that garbage collection, or another process on the same core, does not disturb all of them. */
const ATTEMPTS = 8
const MIB = 2 ** 20

let keys = 0

/** Sends a flag with the schema and the payload, and expects that it is created or refused. */
async function send(server: ProbedServer, body: string): Promise<void> {
  const flag = body.replace('"key":""', `"key":"flag-${keys++}"`)
  const response = await fetch(`${server.url}/api/projects/@current/feature_flags/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.personalApiKey}`, 'content-type': 'application/json' },
    body: flag,
  })
  expect([201, 400], await response.text()).toContain(response.status)
}

/** Returns the body, which is prepared before the measurement: the client shares the processor with the server. */
function bodyOf({ schema, payload }: HostileSchema): string {
  const filters = { groups: [{ rollout_percentage: 100 }], payloads: { true: JSON.stringify(payload) } }
  return JSON.stringify({ key: '', payload_schema: schema, filters })
}

async function startServer(maxOldSpaceMb?: number): Promise<ProbedServer> {
  const options = maxOldSpaceMb === undefined ? {} : { maxOldSpaceMb }
  return startProbedServer({
    cwd: temporaryFolder(),
    args: ['--rate-limit', 'off', '--log-level', 'silent'],
    ...options,
  })
}

test.each([1, CONCURRENT])(
  'FLAG-122 hostile schemas delay no other request by 50 ms, %i at a time',
  { timeout: 600_000 },
  async (concurrent) => {
    const server = await startServer()
    const tooLong: string[] = []
    for (const [name, schema] of Object.entries(HOSTILE_SCHEMAS)) {
      const body = bodyOf(schema)
      const sendAll = async () => void (await Promise.all(Array.from({ length: concurrent }, () => send(server, body))))
      let shortest = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < ATTEMPTS && shortest >= LONGEST_TURN_MS; attempt++) {
        shortest = Math.min(shortest, await server.longestTurnMs(sendAll))
      }
      if (shortest >= LONGEST_TURN_MS) tooLong.push(`${name}: ${Math.round(shortest)} ms`)
    }
    expect(tooLong).toEqual([])
  },
)

test(`FLAG-127 ${CONCURRENT} hostile schemas together need ${EXTRA_MIB} MiB of heap`, {
  timeout: 600_000,
}, async () => {
  const idle = await startServer()
  await send(idle, bodyOf({ schema: { type: 'string' }, payload: 'text' }))
  const { heapUsed } = await idle.collectedMemory()
  const server = await startServer(Math.ceil(heapUsed / MIB) + EXTRA_MIB)
  for (const schema of Object.values(HOSTILE_SCHEMAS)) {
    const body = bodyOf(schema)
    await Promise.all(Array.from({ length: CONCURRENT }, () => send(server, body)))
  }
  // A process that needed more memory would have ended by now.
  expect(
    (await call(`${server.url}/api/projects/@current/feature_flags/`, server.personalApiKey ?? '', 'GET')).status,
  ).toBe(200)
})
