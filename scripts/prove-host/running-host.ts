import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../test/services/free-port.ts'

const START_TIMEOUT_MS = 60_000
const ATTEMPT_INTERVAL_MS = 50

/** A program that listens on `PORT` until it receives SIGTERM. */
export interface RunningHost {
  readonly url: string
  /** Returns its output so far. */
  output(): string
  /** Stops it as a process manager would. Returns its exit code; null if a signal had to end it. */
  stop(): Promise<number | null>
}

/** Starts a program in a folder, and waits until it responds to requests. */
export async function startHost(command: readonly string[], folder: string): Promise<RunningHost> {
  const port = await freePort()
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, PORT: String(port) }, stdio: 'pipe' })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(url, child, () => output)
  return { url, output: () => output, stop: () => stop(child) }
}

async function untilItAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const patience = AbortSignal.timeout(START_TIMEOUT_MS)
  while (!(await answers(url))) {
    if (child.exitCode !== null || patience.aborted) {
      child.kill('SIGKILL')
      throw new Error(`It does not answer:\n${output()}`)
    }
    await setTimeout(ATTEMPT_INTERVAL_MS)
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return child.exitCode
}
