import { type LoadThread, startLoadThread } from './load-thread.ts'

/** As many requests as servers on loopback can answer for a while, with as little work for whoever sends them. */
export interface PipelinedLoad {
  readonly ports: readonly number[]
  /** As {@link Load} has them. */
  readonly requestParts: readonly string[]
  /** What every answer has to have. */
  readonly status: number
  /** To each of the servers. */
  readonly connections: number
  /** How many requests go over a connection at once. */
  readonly atOnce: number
  readonly durationMs: number
}

export interface PipelinedReport {
  readonly answers: number
  readonly elapsedMs: number
  /** Processor time that sending and reading took, of all threads of this process. */
  readonly cpuMs: number
}

export function startPipelinedLoad(): LoadThread<PipelinedLoad, PipelinedReport> {
  return startLoadThread(new URL('./pipelined-worker.ts', import.meta.url))
}
