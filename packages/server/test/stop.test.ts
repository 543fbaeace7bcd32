import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { otherSqliteProcess } from './support/other-sqlite-process.ts'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const NO_LIMIT = ['--rate-limit', 'off', '--log-level', 'silent']

/** Creates flags sequentially until the server has ended. Returns the keys of the acknowledged flags. */
async function createUntilGone(server: ServerProcess, prefix: string, created: Set<string>): Promise<void> {
  for (let number = 0; ; number++) {
    const key = `${prefix}-${number}`
    const answer = await call(`${server.url}/api/projects/1/feature_flags/`, server.personalApiKey, 'POST', {
      key,
      filters: { groups: [{}] },
    }).catch(() => undefined)
    if (answer === undefined) return
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    created.add(key)
  }
}

/**
 * Sends the first half of a request, and the rest when `finish` is called. Resolves to the first line of the response.
 */
function halfRequest(server: ServerProcess): { readonly finish: () => void; readonly statusLine: Promise<string> } {
  const body = JSON.stringify({ key: 'half', filters: { groups: [{}] } })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.write(
    `POST /api/projects/1/feature_flags/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.personalApiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  const statusLine = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''))
    socket.once('close', () => reject(new Error('cut off')))
  })
  return { finish: () => socket.write(body.slice(10)), statusLine }
}

const MODULES = ['../src/stop-signal.ts', '../src/logging/logger.ts'].map((path) => new URL(path, import.meta.url).href)

/** Starts a program that receives a stop signal immediately and then runs `statement`; its log goes to `stderr`. */
function startToStop(statement: string, stderr: 'pipe' | number = 'pipe') {
  const program = `
    import { onStopSignal } from '${MODULES[0]}'
    import { logToStandardError } from '${MODULES[1]}'
    const log = logToStandardError({ logLevel: 'info', logFormat: 'json' })
    onStopSignal(async () => { ${statement} }, 10_000, log)
    process.kill(process.pid, 'SIGTERM')
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', stderr],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function stopProgram(statement: string) {
  const child = startToStop(statement)
  const [stderr, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  return { code, stderr }
}

/**
 * Returns the log lines, in any order: a line that is on its way to the pipe when the process ends may arrive after the
 * last one.
 */
function linesOf(log: string): unknown[] {
  return log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('SIGTERM', () => {
  test('SERVE-30 under load finishes what was begun, and ends with 0', async () => {
    const cwd = temporaryFolder()
    const server = await startServerProcess({ cwd }, NO_LIMIT)
    const created = new Set<string>()
    const writers = ['a', 'b', 'c', 'd'].map((prefix) => createUntilGone(server, prefix, created))
    await expect.poll(() => created.size, { timeout: 20_000 }).toBeGreaterThan(20)
    server.process.kill('SIGTERM')
    await Promise.all(writers)
    expect(await server.finished).toMatchObject({ code: 0 })

    const again = await startServerProcess({ cwd }, NO_LIMIT)
    const { body } = await call(`${again.url}/api/projects/1/feature_flags/?limit=1000`, server.personalApiKey)
    // The type of the body is any JSON object.
    const stored = (body.results as readonly { readonly key: string }[]).map(({ key }) => key)
    // There is also no additional flag: every request that started was acknowledged.
    expect(stored.toSorted()).toEqual([...created].toSorted())
  })

  test('SERVE-30 waits for a request of which only half has come', async () => {
    const server = await startServerProcess({ cwd: temporaryFolder() })
    const request = halfRequest(server)
    await fetch(`${server.url}/_livez`)
    server.process.kill('SIGTERM')
    await expect.poll(() => server.stderr()).toMatch('"stopping"')
    request.finish()
    expect(await request.statusLine).toBe('HTTP/1.1 201 Created')
    expect(await server.finished).toMatchObject({ code: 0 })
  })

  test('SERVE-30 cuts off what never ends when the time is up, and ends with 0', async () => {
    const server = await startServerProcess({ cwd: temporaryFolder() }, ['--shutdown-timeout-ms', '500'])
    const request = halfRequest(server)
    const cutOff = expect(request.statusLine).rejects.toThrow('cut off')
    await fetch(`${server.url}/_livez`)
    server.process.kill('SIGTERM')
    const { code, stderr } = await server.finished
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch('unfinished requests were cut off')
    await cutOff
  })

  test('SERVE-30 ends with 1 and says so when the database cannot be closed in time', async () => {
    const cwd = temporaryFolder()
    const server = await startServerProcess({ cwd }, ['--shutdown-timeout-ms', '500'])
    const other = otherSqliteProcess(join(cwd, 'data/flagdeck.db'))
    await other.run('begin immediate')
    // The write waits for the lock, and closing the database waits for the write.
    const written = expect(
      call(`${server.url}/api/projects/1/feature_flags/`, server.personalApiKey, 'POST', { key: 'late', filters: {} }),
    ).rejects.toThrow()
    await call(`${server.url}/_livez`, undefined)
    server.process.kill('SIGTERM')
    const { code, stderr } = await server.finished
    expect(code).toBe(1)
    expect(linesOf(stderr)).toContainEqual(
      expect.objectContaining({ level: 'error', msg: expect.stringMatching('SHUTDOWN_TIMEOUT_MS') }),
    )
    await written
  })

  test('SERVE-32 sent twice, ends at once with 1', async () => {
    const server = await startServerProcess({ cwd: temporaryFolder() }, ['--shutdown-timeout-ms', '60000'])
    const request = halfRequest(server)
    const cutOff = expect(request.statusLine).rejects.toThrow()
    await fetch(`${server.url}/_livez`)
    server.process.kill('SIGTERM')
    await expect.poll(() => server.stderr()).toMatch('"stopping"')
    server.process.kill('SIGTERM')
    expect(await server.finished).toMatchObject({ code: 1 })
    await cutOff
  })

  test('SERVE-30 ends with 1 and says why when stopping fails', async () => {
    const { code, stderr } = await stopProgram(`throw new Error('no')`)
    expect(code).toBe(1)
    expect(linesOf(stderr)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        msg: 'stopping failed',
        err: expect.objectContaining({ message: 'no' }),
      }),
    )
  })

  test('SERVE-34 ends although the reader of its log is gone', async () => {
    const server = await startServerProcess({ cwd: temporaryFolder() })
    server.process.stderr?.destroy()
    await call(`${server.url}/_livez`, undefined)
    server.process.kill('SIGTERM')
    expect(await server.finished).toMatchObject({ code: 0 })
  })

  test('SERVE-34 is killed where nobody reads its log, which fills the pipe', async () => {
    const child = startToStop(`for (let at = 0; at < 1000; at++) log.logger.info('x'.repeat(1000))`)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('SERVE-34 ends although the disk with its log is full', async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const child = startToStop(`log.logger.info('a line')`, full)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('SERVE-31 can go on serving for a while, saying that it is not ready', async () => {
    const server = await startServerProcess({ cwd: temporaryFolder() }, ['--drain-delay-ms', '2000'])
    const readiness = async () => {
      const { status, body } = await call(`${server.url}/_readyz`, undefined)
      return `${status} ${body.status}`
    }
    expect(await readiness()).toBe('200 ready')
    server.process.kill('SIGTERM')
    await expect.poll(readiness).toBe('503 draining')
    expect(await server.finished).toMatchObject({ code: 0 })
  })

  test('SIGINT is the same', async () => {
    const server = await startServerProcess({ cwd: temporaryFolder() })
    server.process.kill('SIGINT')
    expect(await server.finished).toMatchObject({ code: 0 })
  })
})
