import { type LoadThread, startLoadThread } from './load-thread.ts'

/** Changes of flags through one instance, each followed by the polls of SDKs at another. */
export interface Changes {
  readonly writerPort: number
  readonly readerPort: number
  /** Of the flags that are changed one after the other. */
  readonly flagIds: { readonly first: number; readonly count: number }
  readonly intervalMs: number
  readonly durationMs: number
}

/** Answers how many changes there were. */
export function startChanges(): LoadThread<Changes, number> {
  return startLoadThread(new URL('./changes-worker.ts', import.meta.url))
}
