import type { Load } from './load.ts'
import { type LoadThread, startLoadThread } from './load-thread.ts'

/** Keeps a server busy from another thread, for as long as an order says; answers per second. */
export function startLoadGenerator(): LoadThread<Load, number> {
  return startLoadThread(new URL('./load-worker.ts', import.meta.url))
}
