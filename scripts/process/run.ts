import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { workspaceRoot } from '../workspace/workspace-root.ts'

export interface Finished {
  /** 1 when a signal ended the process. */
  readonly code: number
  /** Standard output and standard error in their original order; empty if they went to the terminal. */
  readonly output: string
  /** Standard output alone. */
  readonly stdout: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Kills the process after this time, including all its child processes. */
  readonly timeoutMs?: number
  readonly input?: string
  /** `show` passes the terminal to the process, `keep` (the default) collects the output. */
  readonly output?: 'show' | 'keep'
}

// The workspace's tools and Node come first, even if a script is started without npm.
const PATH = [join(workspaceRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter)

function spawnOptions(options: RunOptions): SpawnOptions {
  return {
    cwd: options.cwd ?? workspaceRoot,
    env: { ...process.env, PATH, ...options.env },
    stdio: options.output === 'show' ? ['ignore', 'inherit', 'inherit'] : 'pipe',
    // A separate process group, so that it can be killed with its child processes, which would otherwise hold its pipes
    // open.
    detached: options.timeoutMs !== undefined,
  }
}

const running = new Set<ChildProcess>()

/** Passes a signal on to all running programs that `run` has started. */
export function signalRunning(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal)
}

/** Runs a program to its end. Rejects only if it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, spawnOptions(options))
    running.add(child)
    const all: Buffer[] = []
    const stdout: Buffer[] = []
    const { timeoutMs } = options
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs)
    function onTimeout() {
      all.push(Buffer.from(`\nkilled after ${timeoutMs} ms\n`))
      killGroup(child)
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      all.push(chunk)
      stdout.push(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => all.push(chunk))
    child.stdin?.end(options.input)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code: code ?? 1, output: textOf(all), stdout: textOf(stdout) })
    })
  })
}

/** Kills a process that was started `detached`, including its remaining child processes. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString()
}
