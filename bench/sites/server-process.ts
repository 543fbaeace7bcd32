import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url))
const POLL_INTERVAL_MS = 5
const GIVE_UP_AFTER_MS = 20_000

/** The built command in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  readonly port: number
  /** From the start of the process until /_readyz first answered 200. */
  readonly readyAfterMs: number
}

/** Builds the command, unless it is built from the sources as they are. */
export function buildServer(): void {
  execFileSync(process.execPath, ['scripts/build.ts', '--app'], { cwd: WORKSPACE, stdio: 'inherit' })
}

/** Runs a server on a database for as long as `use` takes. */
export async function withServerProcess<T>(
  databaseUrl: string,
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['packages/server/dist/cli.js', 'serve'], {
    cwd: WORKSPACE,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  try {
    await untilReady(child, port)
    return await use({ port, readyAfterMs: performance.now() - startedAt })
  } finally {
    await stop(child)
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error('the server does not become ready')
    await pause(POLL_INTERVAL_MS)
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/_readyz`)).status === 200
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
