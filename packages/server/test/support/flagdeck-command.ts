import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Starting costs less when the last test's work on the command is kept. */
const COMPILE_CACHE = join(tmpdir(), 'flagdeck-compile-cache')
/** As it is published: `test/services/command-setup.ts` has built it. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface CommandOptions {
  /** Where the command runs; its `./data` is there. */
  readonly cwd: string
  /** The whole environment but for what Node needs. */
  readonly env?: Readonly<Record<string, string>>
  /** Runs it as another user; only root may. */
  readonly uid?: number
  /** Another copy of the command's `cli.js`. */
  readonly program?: string
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The `flagdeck` command at work. */
export interface RunningCommand {
  readonly process: ChildProcess
  /** What it has written so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when it has ended and everything that it wrote is here. */
  readonly finished: Promise<Finished>
}

/** What Node needs, and what a test gives beside. */
export function environmentWith(env: CommandOptions['env'] = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env }
}

/** Starts the command. It is killed when the test ends. */
export function startCommand(
  args: readonly string[],
  { cwd, env, uid, program = CLI }: CommandOptions,
): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: environmentWith(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    finished: once(child, 'close').then(([code]) => ({ code, ...output })),
  }
}

/** Runs the command to its end. */
export function runCommand(args: readonly string[], options: CommandOptions): Promise<Finished> {
  return startCommand(args, options).finished
}
