import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/services/free-port.ts'

const POLL_INTERVAL_MS = 5
const GIVE_UP_AFTER_MS = 300_000

/** The command that starts a server with Node. The server reads its port from `PORT`. */
export interface ServerCommand {
  /** A module, and its arguments. */
  readonly args: readonly string[]
  /** In addition to `PATH` and `PORT`. */
  readonly env?: Readonly<Record<string, string>>
  /** The path that returns 200 when the server is ready. */
  readonly readyPath: string
}

/** A server in a separate process. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** The time from the start of the process until it first reported that it is ready. */
  readonly readyAfterMs: number
}

/** Runs a server, and stops it after `use`. */
export async function withServerProcess<T>(
  { args, env, readyPath }: ServerCommand,
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    await untilReady(child, `http://127.0.0.1:${port}${readyPath}`)
    return await use({ port, pid: child.pid ?? Number.NaN, readyAfterMs: performance.now() - startedAt })
  } finally {
    await stop(child)
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const complaints: string[] = []
  child.stderr?.on('data', (text) => complaints.push(String(text)))
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${complaints.join('')}`)
    if (performance.now() > deadline) throw new Error('the server does not become ready')
    await pause(POLL_INTERVAL_MS)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
