import { type LoadThread, startLoadThread } from './load-thread.ts'

/** As many requests as servers on loopback can answer for some time, with little work for the sender. */
export interface PipelinedLoad {
  readonly ports: readonly number[]
  /** In the form of {@link Load}. */
  readonly requestParts: readonly string[]
  /** The expected status of every response. */
  readonly status: number
  /** The number of connections to each server. */
  readonly connections: number
  /** The number of requests that are sent together over a connection. */
  readonly atOnce: number
  readonly durationMs: number
}

export interface PipelinedReport {
  readonly answers: number
  readonly elapsedMs: number
  /** The CPU time of sending and reading, on all threads of this process. */
  readonly cpuMs: number
}

export function startPipelinedLoad(): LoadThread<PipelinedLoad, PipelinedReport> {
  return startLoadThread(new URL('./pipelined-worker.ts', import.meta.url))
}
