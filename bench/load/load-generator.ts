import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Load, LoadReport } from './load.ts'

/** Sends requests from another thread. */
export interface LoadGenerator {
  /** Keeps a server busy for a while; answers per second. Rejects when an answer is not as it should be. */
  send(load: Load): Promise<number>
  close(): Promise<void>
}

export function startLoadGenerator(): LoadGenerator {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url))
  return {
    async send(load) {
      const answer = once(worker, 'message')
      worker.postMessage(load)
      // The worker sends nothing else.
      const [report] = (await answer) as [LoadReport]
      if ('failure' in report) throw new Error(`the load on port ${load.port}: ${report.failure}`)
      return report.rate
    },
    async close() {
      await worker.terminate()
    },
  }
}
