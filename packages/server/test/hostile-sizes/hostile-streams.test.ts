import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const OPENED_TOGETHER = 100
/**
 * The default limit of streams of one kind in a project (OUT-8), or fewer where a process may open fewer files: about 500
 * files are left for everything else.
 */
const STREAMS = Math.min(5000, Math.floor(maxOpenFiles() / OPENED_TOGETHER - 5) * OPENED_TOGETHER)
/**
 * The first and the last change of a burst are announced (PROTO-32), so each change waits until the previous burst is
 * over.
 */
const BETWEEN_CHANGES_MS = 500
const LONGEST_TURN_MS = 50
/** Enough that garbage collection, or another process on the same core, does not disturb all of them. */
const ATTEMPTS = 4

test(`OUT-13 a change that is announced to ${STREAMS} streams blocks no other client`, {
  timeout: 120_000,
}, async () => {
  const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'] })
  const { personalApiKey = '' } = server
  const flags = `${server.url}/api/projects/@current/feature_flags/`
  const { id } = (await call(flags, personalApiKey, 'POST', { key: 'announced' })).body
  const readers = await openStreams(server)
  const turns: number[] = []
  for (let attempt = 0; attempt < ATTEMPTS && Math.min(...turns) >= LONGEST_TURN_MS; attempt++) {
    await pause(BETWEEN_CHANGES_MS)
    const events = readers.nextEvents()
    const change = async () => {
      const answer = await call(`${flags}${id}/`, personalApiKey, 'PATCH', { name: `name ${attempt}` })
      expect(answer.status).toBe(200)
      await events
    }
    turns.push(await server.longestTurnMs(change))
    // All streams receive the same event.
    expect(new Set(await events).size).toBe(1)
  }
  expect(Math.min(...turns), `longest turns: ${turns.map(Math.round).join(', ')} ms`).toBeLessThan(LONGEST_TURN_MS)
  expect(readers.closed()).toBe(0)
})

interface StreamReaders {
  /** Resolves with the next event of each stream. */
  nextEvents(): Promise<readonly string[]>
  /** Returns the number of streams that the server has ended. */
  closed(): number
}

/** Opens streams of definitions, each on its own socket, and closes them after the test. */
async function openStreams({ url, personalApiKey, projectToken }: ProbedServer): Promise<StreamReaders> {
  const { host, port } = new URL(url)
  const head = `GET /flags/definitions/stream?token=${projectToken} HTTP/1.1\r\nhost: ${host}\r\n`
  const request = `${head}authorization: Bearer ${personalApiKey}\r\n\r\n`
  const sockets: Socket[] = []
  let closed = 0
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
    sockets.push(socket)
    socket.on('close', () => closed++)
    await once(socket, 'connect')
    socket.write(request)
    await nextEvent(socket)
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  while (sockets.length < STREAMS) await Promise.all(Array.from({ length: OPENED_TOGETHER }, open))
  return {
    nextEvents: () => Promise.all(sockets.map(nextEvent)),
    closed: () => closed,
  }
}

function nextEvent(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const listener = (text: string) => {
      received += text
      const [, event] = /^(id: .*\ndata: .*)\n\n/m.exec(received) ?? []
      if (event === undefined) return
      socket.off('data', listener)
      resolve(event)
    }
    socket.on('data', listener)
  })
}

function maxOpenFiles(): number {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n']).toString())
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}
