import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { workspaceRoot } from '../workspace/workspace-root.ts'

export interface Finished {
  /** 1 when a signal ended the process. */
  readonly code: number
  /** Standard output and standard error in the order they came; empty when they went to the terminal. */
  readonly output: string
  /** Standard output alone. */
  readonly stdout: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Ends the process with SIGTERM after this time. */
  readonly timeoutMs?: number
  readonly input?: string
  /** `show` hands the terminal to the process, `keep` (the default) collects what it prints. */
  readonly output?: 'show' | 'keep'
}

// The workspace's own tools and Node come first, also when a script is started without npm.
const PATH = [join(workspaceRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter)

function spawnOptions(options: RunOptions): SpawnOptions {
  return {
    cwd: options.cwd ?? workspaceRoot,
    env: { ...process.env, PATH, ...options.env },
    stdio: options.output === 'show' ? ['ignore', 'inherit', 'inherit'] : 'pipe',
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  }
}

const running = new Set<ChildProcess>()

/** Passes a signal on to every program that `run` has started and that still runs. */
export function signalRunning(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal)
}

/** Runs a program to its end. Rejects only when it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, spawnOptions(options))
    running.add(child)
    const all: Buffer[] = []
    const stdout: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => {
      all.push(chunk)
      stdout.push(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => all.push(chunk))
    child.stdin?.end(options.input)
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: textOf(all), stdout: textOf(stdout) })
    })
  })
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString()
}
