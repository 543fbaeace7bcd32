import { type LoadThread, startLoadThread } from './load-thread.ts'

/** Requests at regular times, regardless of the durations of responses, like those of many independent users. */
export interface PacedLoad {
  readonly port: number
  /** In the form of {@link Load}. */
  readonly requestParts: readonly string[]
  /** The expected status of every response. */
  readonly status: number
  readonly intervalMs: number
  readonly durationMs: number
}

/** Starts a thread that returns how long each response took, in milliseconds. */
export function startPacedLoad(): LoadThread<PacedLoad, readonly number[]> {
  return startLoadThread(new URL('./paced-worker.ts', import.meta.url))
}
