import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandOptions } from './flagdeck-command.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const PROBE = fileURLToPath(new URL('./process-probe.ts', import.meta.url))

/** A server whose process can be inspected. */
export interface ProbedServer extends ServerProcess {
  /** Returns the longest time for which `work` blocked the event loop, in milliseconds of CPU time of the thread. */
  longestTurnMs(work: () => Promise<void>): Promise<number>
  /** Returns the memory after garbage collection, in bytes. */
  collectedMemory(): Promise<NodeJS.MemoryUsage>
}

export interface ProbedOptions extends CommandOptions {
  readonly args?: readonly string[]
  /** The limit of V8's old space, in MiB. */
  readonly maxOldSpaceMb?: number
}

export async function startProbedServer({ args, maxOldSpaceMb, ...options }: ProbedOptions): Promise<ProbedServer> {
  const socketPath = join(options.cwd, 'probe.sock')
  const heap = maxOldSpaceMb === undefined ? '' : `--max-old-space-size=${maxOldSpaceMb} `
  const env = { ...options.env, PROBE_SOCKET: socketPath, NODE_OPTIONS: `${heap}--import ${PROBE}` }
  const server = await startServerProcess({ ...options, env }, args)
  const ask = <T>(path: string) => askProbe<T>(socketPath, path)
  return {
    ...server,
    async longestTurnMs(work) {
      await ask('/watch')
      await work()
      return ask('/longest-turn')
    },
    collectedMemory: () => ask('/collected-memory'),
  }
}

function askProbe<T>(socketPath: string, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path, method: 'POST' }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      // The response of the probe has the type that the caller expects.
      resolve(JSON.parse(text) as T)
    })
      .on('error', reject)
      .end()
  })
}
