import { type LoadThread, startLoadThread } from './load-thread.ts'

/** Requests at regular times, however long the answers take, as many users send them who know nothing of each other. */
export interface PacedLoad {
  readonly port: number
  /** As {@link Load} has them. */
  readonly requestParts: readonly string[]
  /** What every answer has to have. */
  readonly status: number
  readonly intervalMs: number
  readonly durationMs: number
}

/** Answers how long each answer took, in milliseconds. */
export function startPacedLoad(): LoadThread<PacedLoad, readonly number[]> {
  return startLoadThread(new URL('./paced-worker.ts', import.meta.url))
}
