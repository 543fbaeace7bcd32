import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/services/free-port.ts'

const POLL_INTERVAL_MS = 5
const GIVE_UP_AFTER_MS = 300_000

/** How to start a server with Node. It takes its port from `PORT`. */
export interface ServerCommand {
  /** A module, and what follows it. */
  readonly args: readonly string[]
  /** Beside `PATH` and `PORT`. */
  readonly env?: Readonly<Record<string, string>>
  /** What answers 200 once the server is ready. */
  readonly readyPath: string
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** From the start of the process until it first said that it is ready. */
  readonly readyAfterMs: number
}

/** Runs a server for as long as `use` takes. */
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
