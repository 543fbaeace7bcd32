import type { Load } from './load.ts'
import { type LoadThread, startLoadThread } from './load-thread.ts'

/** Starts a thread that sends requests to a server for the time of an order. Returns responses per second. */
export function startLoadGenerator(): LoadThread<Load, number> {
  return startLoadThread(new URL('./load-worker.ts', import.meta.url))
}
