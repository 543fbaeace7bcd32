import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starting from source costs half as much if the compile cache of earlier tests is reused. */
const COMPILE_CACHE = join(tmpdir(), 'flagdeck-compile-cache')

/** Runs a TypeScript program in a separate process, with the current version of Node. */
export function startStoreProcess(program: URL, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(program), ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Returns the lines that a process prints, as they arrive. */
export function outputLines(child: ChildProcess): AsyncIterable<string> {
  if (!child.stdout) throw new Error('The process was started without a pipe to read from.')
  return createInterface({ input: child.stdout })
}

/** Waits until a process has ended successfully, and returns its output. */
export async function finished(child: ChildProcess): Promise<readonly string[]> {
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of outputLines(child)) lines.push(line)
  const [code, signal] = await exit
  if (code !== 0) throw new Error(`The process ended with ${signal ?? code}.`)
  return lines
}
