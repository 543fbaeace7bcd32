import { fork } from 'node:child_process'
import { type ChildFailure, nextReport } from './child-report.ts'

/** Which streams to open, all of the same path. */
export interface Readers {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly count: number
}

/** Readers of event streams, in a process of their own. */
export interface StreamReaders {
  /** The moment at which the last of them had heard one more event, in milliseconds since 1970, once that was. */
  allTold(): Promise<number>
}

/** What the readers say. */
export type ReadersReport = { readonly opened: true } | { readonly allToldAt: number } | ChildFailure

/** Opens streams, for as long as `use` takes. */
export async function withStreamReaders<T>(readers: Readers, use: (opened: StreamReaders) => Promise<T>): Promise<T> {
  const child = fork(new URL('./stream-readers-process.ts', import.meta.url))
  try {
    child.send(readers)
    await nextReport(child)
    return await use({
      async allTold() {
        child.send('listen')
        return (await nextReport<{ readonly allToldAt: number }>(child)).allToldAt
      },
    })
  } finally {
    child.kill()
  }
}
