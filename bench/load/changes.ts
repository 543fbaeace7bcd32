import { type LoadThread, startLoadThread } from './load-thread.ts'

/** Changes of flags through one instance, each followed by the polls of SDKs at another instance. */
export interface Changes {
  readonly writerPort: number
  readonly readerPort: number
  /** The ids of the flags that are changed one after the other. */
  readonly flagIds: { readonly first: number; readonly count: number }
  readonly intervalMs: number
  readonly durationMs: number
}

/** Starts a thread that makes changes, and returns their number. */
export function startChanges(): LoadThread<Changes, number> {
  return startLoadThread(new URL('./changes-worker.ts', import.meta.url))
}
