import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { flagsOf, type LargeRequest, largeRequests, sendLarge, startLargeProject } from './large-project.ts'

const CHANGES = 1000
const LONGEST_TURN_MS = 50
/** Enough attempts that garbage collection, or another process on the same core, does not disturb all of them. */
const ATTEMPTS = 6

/** Starts a large project with so many changes that pages of its activity are full. */
async function startChangedProject(): Promise<ProbedServer> {
  const server = await startLargeProject()
  const { personalApiKey } = server
  const small = Number((await call(flagsOf(server), personalApiKey, 'POST', { key: 'small' })).body.id)
  for (let n = 0; n < CHANGES; n++) {
    const changed = await call(`${flagsOf(server)}${small}/`, personalApiKey, 'PATCH', {
      name: `name ${n}`,
      filters: { groups: Array.from({ length: 10 }, () => ({ properties: [], rollout_percentage: n % 100 })) },
    })
    expect(changed.status).toBe(200)
  }
  return server
}

async function readAll(server: ProbedServer, request: LargeRequest, encoding: string) {
  const response = await sendLarge(server, request, encoding)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return { status: response.status, bytes }
}

/**
 * Returns the longest time that `work` blocks the event loop, in the best of several attempts. It stops at the first
 * attempt that is short enough.
 */
async function leastTurnMs(server: ProbedServer, work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= LONGEST_TURN_MS; attempt++) {
    least = Math.min(least, await server.longestTurnMs(work))
  }
  return least
}

test('OUT-13 responses of a project at its largest keep nobody waiting', { timeout: 600_000 }, async () => {
  const server = await startChangedProject()
  const tooLong: string[] = []
  for (const [name, request] of Object.entries(largeRequests(server))) {
    for (const encoding of ['identity', 'gzip']) {
      const ms = await leastTurnMs(server, async () => {
        const { status, bytes } = await readAll(server, request, encoding)
        expect([name, status, bytes > 1024]).toEqual([name, 200, true])
      })
      if (ms >= LONGEST_TURN_MS) tooLong.push(`${name}, ${encoding}: ${Math.round(ms)} ms`)
    }
  }
  expect(tooLong).toEqual([])
})

const PIPELINED: Readonly<Record<string, [count: number, request: string]>> = {
  'requests of 128 bytes': [5000, `GET /flags/?v=2&token=${'a'.repeat(60)} HTTP/1.1\r\nhost: localhost:8000\r\n`],
  'unknown paths': [2400, 'GET /x HTTP/1.1\r\nhost: x\r\n'],
}

test.each(Object.entries(PIPELINED))(
  'OUT-13 pipelined %s keep nobody waiting',
  { timeout: 120_000 },
  async (_, [count, request]) => {
    const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'] })
    const text = `${`${request}\r\n`.repeat(count - 1)}${request}connection: close\r\n\r\n`
    const ms = await leastTurnMs(server, async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.resume().write(text)
      await once(socket, 'close')
    })
    expect(ms).toBeLessThan(LONGEST_TURN_MS)
  },
)
