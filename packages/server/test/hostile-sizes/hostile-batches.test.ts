import { gzipSync } from 'node:zlib'
import type { JsonValue } from '@flagdeck/core'
import { expect, test } from 'vitest'
import { startProbedServer } from '../support/probed-server.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { fillHostileProject } from './hostile-project.ts'

const LARGE = 60
/** Just under what is stored of anybody (PERSON-3), and made of much that a parser has to make. */
const LARGE_VALUE = Array.from({ length: 40_000 }, () => ({ a: 1 }))
const LONGEST_TURN_MS = 50
const ATTEMPTS = 4
/** Events of a batch that names all of them in turn, and how long all of it may take. */
const EVENTS_IN_TURN = 20_000
const LONGEST_BATCH_MS = 120_000

/** The events that make persons, or groups, as large as may be, and those that change each of them a little. */
const KINDS: Readonly<Record<string, (id: string, properties: Record<string, JsonValue>) => JsonValue>> = {
  persons: (id, properties) => ({ event: '$set', distinct_id: id, properties: { $set: properties } }),
  groups: (id, properties) => ({
    event: '$groupidentify',
    distinct_id: 'ada',
    properties: { $group_type: 'company', $group_key: id, $group_set: properties },
  }),
  'persons and what is known of their other ids': (id, properties) => ({
    event: '$identify',
    distinct_id: id,
    properties: { $set: properties, $anon_distinct_id: `${id}-before` },
  }),
}

test.each(Object.entries(KINDS))(
  'OUT-13 a small batch about many large %s keeps nobody waiting, nor ends a process of 256 MiB',
  { timeout: 300_000 },
  async (kind, eventOf) => {
    const server = await startProbedServer({
      cwd: temporaryFolder(),
      args: ['--rate-limit', 'off'],
      maxOldSpaceMb: 256,
    })
    const { token } = await fillHostileProject(server)
    const ids = Array.from({ length: LARGE }, (_, n) => `${kind} ${n}`)
    const change = (name: string) => ids.map((id) => eventOf(id, { [name]: 1 }))
    for (const half of [ids.slice(0, LARGE / 2), ids.slice(LARGE / 2)]) {
      const events = half.map((id) => eventOf(id, { value: LARGE_VALUE }))
      await sendBatch(server, token, events)
    }
    // The least of some attempts: the machine may be busy with other things in any one of them.
    const leastTurnMs = async (batchOf: (attempt: number) => readonly JsonValue[]) => {
      let leastMs = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < ATTEMPTS && leastMs >= LONGEST_TURN_MS; attempt++) {
        const work = () => sendBatch(server, token, batchOf(attempt))
        leastMs = Math.min(leastMs, await server.longestTurnMs(work))
      }
      return leastMs
    }
    expect(await leastTurnMs((attempt) => change(`x${attempt}`))).toBeLessThan(LONGEST_TURN_MS)
    const inTurn = Array.from({ length: EVENTS_IN_TURN }, (_, n) => ids[n % LARGE] ?? '')
    expect(await leastTurnMs((attempt) => inTurn.map((id, n) => eventOf(id, { y: attempt + n })))).toBeLessThan(
      LONGEST_TURN_MS,
    )
  },
)

async function sendBatch({ url }: ServerProcess, token: string, batch: readonly JsonValue[]): Promise<void> {
  const response = await fetch(`${url}/batch/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ api_key: token, batch })),
    signal: AbortSignal.timeout(LONGEST_BATCH_MS),
  })
  expect(response.status, await response.text()).toBe(200)
}
