import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Shared between tests, because a start is faster with compiled code. */
const COMPILE_CACHE = join(tmpdir(), 'flagdeck-compile-cache')
/** The published form of the command, which `test/services/command-setup.ts` builds. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface CommandOptions {
  /** The working directory of the command, which contains its `./data`. */
  readonly cwd: string
  /** The whole environment, except for variables that Node needs. */
  readonly env?: Readonly<Record<string, string>>
  /** Runs it as another user; this requires root. */
  readonly uid?: number
  /** Another copy of the command's `cli.js`. */
  readonly program?: string
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running `flagdeck` command. */
export interface RunningCommand {
  readonly process: ChildProcess
  /** Returns the output so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when the command has ended and all its output has arrived. */
  readonly finished: Promise<Finished>
}

/** Returns the variables that Node needs, and those of a test. */
export function environmentWith(env: CommandOptions['env'] = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env }
}

/** Starts the command. It is killed after the test. */
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
